@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Run(Protocol):
    """Runs `ludotheque` with these arguments, in this process."""

    def __call__(self, *arguments: object, stdin: str | bytes = "") -> Ran: ...


@pytest.fixture(autouse=True, scope="module")
def prepared() -> None:
    """Compiled ahead, as `make test` does, so that no command says that it does it now."""
    for name in NAMES:
        compiled(name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that commands run in; kept games go into a folder of their own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def run_it(*arguments: object, stdin: str | bytes = "") -> Ran:
        typed = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "argv", ["ludotheque", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(typed), "utf-8"))
        code = call_main()
        return Ran(code, *capsys.readouterr())

    return run_it


def call_main() -> int:
    """The exit code of the command in `sys.argv`."""
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    return 0


def setup_arguments(setup: str) -> list[str]:
    """A setup of the tests as it is written in the terminal."""
    name, options = SETUPS[setup]
    words = [
        ["--players", str(value)] if key == "players" else ["--option", f"{key}={value}"]
        for key, value in options.items()
    ]
    return [name, *(word for pair in words for word in pair)]
