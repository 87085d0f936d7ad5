"""What an operator may set, and the one line about what can't be."""

from pathlib import Path

import pytest

from ludotheque.table.reminders.reminder_settings import MailServer, ReminderSettings, SettingsError, read_settings

PASSWORD = "secret"  # noqa: S105
HOUSE = "https://games.example"
MAIL = {"LUDOTHEQUE_SMTP_HOST": "mail.example", "LUDOTHEQUE_SMTP_SENDER": "Games <games@games.example>"}


def with_mail(**more: str) -> dict[str, str]:
    return {**MAIL, **{f"LUDOTHEQUE_SMTP_{name.upper()}": value for name, value in more.items()}}


def test_a_house_sends_nothing_unless_its_operator_says_so() -> None:
    assert read_settings({"PATH": "/bin"}) == ReminderSettings() and read_settings({}, address=HOUSE).kinds == ()


def test_mail_needs_a_server_and_a_sender_and_takes_the_usual_port_for_its_tls(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret\n")
    found = read_settings(with_mail(user="house", password_file=str(file)), address=f"{HOUSE}/").mail
    sender = MAIL["LUDOTHEQUE_SMTP_SENDER"]
    assert found == MailServer("mail.example", 587, "starttls", sender, "house", "secret")
    assert "secret" not in repr(found)
    ports = [read_settings(with_mail(tls=one), address=HOUSE).mail for one in ("tls", "none")]
    assert [one and one.port for one in ports] == [465, 25]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"LUDOTHEQUE_SMTP_HOST": "x"}, "SENDER is missing"),
        ({"LUDOTHEQUE_SMTP_SENDER": "a@b.org"}, "HOST is missing"),
        (with_mail(tls="ssl"), "starttls, tls, none"),
        (with_mail(port="0"), "1 to 65535"),
        (with_mail(port="smtp"), "1 to 65535"),
        (with_mail(sender="nobody"), "SENDER=nobody"),
        (with_mail(sender="a@b.org\nBcc: c@d.org"), "write an address"),
        (with_mail(user="house"), "go together"),
        (with_mail(password=PASSWORD), "go together"),
        (with_mail(user="house", password=PASSWORD, tls="none"), "for all to read"),
        (with_mail(user="house", password_file="/nowhere"), "can't be read"),  # noqa: S106
        (with_mail(pasword=PASSWORD), "there is no such setting"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named_in_one_line_that_repeats_no_password(given: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError, match=said) as found:
        read_settings(given, address=HOUSE)
    assert "\n" not in str(found.value).replace("\nBcc", "") and "secret" not in str(found.value)


@pytest.mark.parametrize("address", [None, "games.example", "ftp://games.example", f"{HOUSE}/there", "https://"])
def test_whoever_sends_must_know_the_address_of_the_house(address: str | None) -> None:
    for mail, has_push, has_webhooks in ((MAIL, False, False), ({}, True, False), ({}, False, True)):
        with pytest.raises(SettingsError, match="address"):
            read_settings(mail, address=address, has_push=has_push, has_webhooks=has_webhooks)
