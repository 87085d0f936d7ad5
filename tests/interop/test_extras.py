"""Adapters without the library that they adapt to."""

import sys
from importlib import import_module

import pytest

from ludotheque import GameError


@pytest.mark.parametrize(
    ("library", "adapter", "module"),
    [
        ("pyspiel", "openspiel", ""),
        ("mcp", "mcp", ""),
        ("pettingzoo", "pettingzoo", ""),
        ("PIL", "pettingzoo", ".pixels"),
    ],
)
def test_without_its_library_an_adapter_says_which_extra_to_install(
    monkeypatch: pytest.MonkeyPatch, library: str, adapter: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    door = f"ludotheque.interop.{adapter}{module}"
    for loaded in [name for name in sys.modules if name == door or name.startswith(f"{door}.")]:
        monkeypatch.delitem(sys.modules, loaded)
    with pytest.raises(ImportError) as missing:
        import_module(door)
    assert isinstance(missing.value, GameError)
    assert f"--extra {adapter}" in str(missing.value) and f"ludotheque[{adapter}]" in str(missing.value)
