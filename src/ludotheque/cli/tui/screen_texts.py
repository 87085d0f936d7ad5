"""The screen's labels and short sentences."""

from ludotheque.games import MANIFESTS
from ludotheque.games.phrase import Phrase, say

READY = say("Type, walk with the arrows, or click. Enter plays.")
CHOOSE_ON = say("Now the next part. Esc goes back.")
NO_MATCH = say("No legal move has that in it. Enter asks why.")
THINKING = say("The bot is thinking about a hint ...")
LOST = say("The connection to the house is lost. We are trying to restore it; your game is safe.")
OPEN = say("Waiting until everybody is here.")
SPLIT_HELP = say("Put elements into the first group: Enter or a click moves one. Then take the split below.")
HELP_TITLE, POINTS_TITLE = say("Help"), say("Where the points come from")
WHY_TITLE, SAVE_TITLE = say("Type a move: why is it not legal?"), say("Type a file's name: the game is written there.")
HELP = say("""\
Choosing a move
  arrows, Enter  walk and play; the board shows what a move would do
  letters        look for a move: type b8, or rock, or a whole move
  mouse          on board or list: once to see, once more to play
  Esc            one thing back

If you type a move that is not legal, Enter tells you why.
Tab goes to the board and back: there the arrows scroll it.
The mouse wheel does so anywhere.

Keys
  F1  ^G  this help             F2  ^R  the rules
  F3  ^Y  why not that move     F4  ^T  a hint
  F5  ^Z  take your move back   F6  ^S  write to a file
  F7  ^P  points, one by one    F8  ^L  another language
  F9  ^N  day and night         F10 ^Q  stop; the game is kept""")
PLAY_AGAIN, SHOW_POINTS, LEAVE = say("Play again"), say("Where the points come from"), say("Leave")


def sign_of(game: str, seat: int) -> str:
    """The sign of a seat, as text pictures draw it."""
    return MANIFESTS[game].signs[seat - 1]


def friends(link: str) -> Phrase:
    """The prompt while friends are missing."""
    return say("Waiting until everybody is here. Send your friends this link: {link}", link=link)
