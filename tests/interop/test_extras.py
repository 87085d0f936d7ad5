"""Adapters without the library that they adapt to."""

import sys

import pytest

from ludotheque import GameError


def test_without_openspiel_its_adapter_says_which_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delitem(sys.modules, "ludotheque.interop.openspiel", raising=False)
    with pytest.raises(ImportError) as missing:
        import ludotheque.interop.openspiel  # noqa: F401
    assert isinstance(missing.value, GameError)
    assert "--extra openspiel" in str(missing.value)
