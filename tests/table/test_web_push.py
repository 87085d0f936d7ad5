"""Web Push: the example of RFC 8291 byte for byte, the signature of RFC 8292, and the key's file."""

import stat
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec

from ludotheque.table.reminders.reminder_settings import SettingsError
from ludotheque.table.reminders.web_push import (
    PushKey,
    decoded,
    encoded,
    encrypt,
    load_push_key,
    push_key_file,
    read_target,
)
from tests.table.post_boxes import BrowserKeys, vapid_claims

# RFC 8291, section 5 and appendix A
SENDER, SALT = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "DGv6ra1nlYgDCS1FRnbzlw"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH, TEXT = "BTBZMqHH6r4Tts7J_aSIgg", b"When I grow up, I want to be a watermelon"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl"
    "95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
ENDPOINT = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"


def test_the_example_of_the_standard_is_sealed_byte_for_byte() -> None:
    own = ec.derive_private_key(int.from_bytes(decoded(SENDER), "big"), ec.SECP256R1())
    assert encoded(encrypt(TEXT, read_target(ENDPOINT, BROWSER, AUTH), own, decoded(SALT))) == SEALED


def test_two_messages_alike_are_sealed_differently_and_only_their_browser_reads_them() -> None:
    ada, bob = BrowserKeys(), BrowserKeys()
    target = read_target(**ada.subscription(ENDPOINT))
    first, second = encrypt(b'{"a": "b"}', target), encrypt(b'{"a": "b"}', target)
    assert first != second and ada.read(first) == ada.read(second) == {"a": "b"}
    with pytest.raises(InvalidTag):
        bob.read(first)


def test_the_signature_names_the_service_the_house_and_an_end_within_a_day() -> None:
    key = PushKey(ec.generate_private_key(ec.SECP256R1()))
    headers = key.headers(ENDPOINT, "https://games.example", 1_000_000.0, "topic")
    claims, signer = vapid_claims(headers["authorization"])
    assert claims["aud"] == "https://push.example.net" and claims["sub"] == "https://games.example"
    assert 1_000_000 < claims["exp"] <= 1_000_000 + 86_400 and signer == key.public
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0


@pytest.mark.parametrize("changed", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": encoded(b"\4" + bytes(64))}])
def test_keys_that_are_none_are_refused(changed: dict[str, str]) -> None:
    with pytest.raises(ValueError):
        read_target(**{**BrowserKeys().subscription(ENDPOINT), **changed})


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = push_key_file(tmp_path / "house.sqlite.key")
    made = load_push_key(file)
    assert file.name == "house.sqlite.key.push" and stat.S_IMODE(file.stat().st_mode) == 0o600
    assert load_push_key(file).public == made.public and len(decoded(made.public)) == 65
    assert str(made.key.private_numbers().private_value) not in repr(made)
    file.chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        load_push_key(file)
    file.chmod(0o600)
    file.write_text("nonsense")
    with pytest.raises(SettingsError, match="no key for push"):
        load_push_key(file)
