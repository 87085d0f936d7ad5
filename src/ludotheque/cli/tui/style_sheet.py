"""The style sheet of the terminal client; `colours` gives the themes."""

STYLES = """
Screen { background: $background; color: $foreground; }
BoardWidget, Moves, .sheet-text, #story {
  scrollbar-size: 0 1; scrollbar-color: $line; scrollbar-background: $background;
  scrollbar-color-hover: $primary; scrollbar-color-active: $primary;
  scrollbar-background-hover: $background; scrollbar-background-active: $background;
}
BoardWidget:focus, Moves:focus { scrollbar-color: $primary; }

ScoreStrip { height: 1; background: $primary; color: $on-accent; }
ScoreStrip:nocolor { text-style: reverse; }
#middle { height: 1fr; }
#side { background: $surface; }
.-beside #middle, .-narrow #middle { layout: horizontal; }
.-below #middle { layout: vertical; }
.-beside BoardWidget, .-narrow BoardWidget { width: 1fr; height: 100%; }
.-beside #side, .-narrow #side { height: 100%; border-left: vkey $line; }
.-below BoardWidget { width: 100%; }
.-below #side { width: 100%; height: 1fr; border-top: hkey $line; }

#prompt { height: auto; max-height: 4; padding: 0 1; text-style: bold; }
#typed { height: auto; max-height: 3; padding: 0 1; color: $primary; text-style: bold; }
#speech { height: 5; padding: 0 1; color: $soft; }
.-below #prompt { max-height: 2; }
.-below #speech { height: 2; }
.-narrow #prompt, .-narrow #speech { display: none; }
#wide { display: none; height: 3; padding: 0 1; background: $surface; }
.-narrow #wide { display: block; }
#wide-prompt { height: 1; text-style: bold; }
#wide-speech { height: 2; color: $soft; }
#speech.-bad, #wide-speech.-bad { color: $error; text-style: bold; }
#speech.-good, #wide-speech.-good { color: $success; }

Moves { height: 1fr; min-height: 2; background: $surface; overflow-x: hidden; }
Moves > .moves--head { color: $soft; text-style: bold; }
Moves > .moves--marked { background: $primary; color: $on-accent; text-style: bold; }
Moves:nocolor > .moves--marked { text-style: reverse; }
Moves > .moves--note { color: $soft; }
#story { padding: 0 1; background: $panel; }
KeyStrip { height: 1; background: $surface; }
KeyStrip:nocolor { text-style: reverse; }

ModalScreen { align: center middle; background: $background 60%; }
.sheet { width: 100%; max-width: 86; height: 100%; max-height: 44; padding: 0 1; }
.sheet { background: $surface; border: round $primary; }
.sheet-title { height: auto; text-style: bold; color: $primary; }
.sheet-text { height: 1fr; }
.sheet-foot { height: 1; color: $soft; }
.sheet Input { border: none; height: 1; background: $panel; padding: 0 1; }

#cover { align: center middle; height: 1fr; }
#cover-words { width: auto; height: auto; border: round $primary; padding: 1 4; background: $surface; }
#cover-words { text-align: center; }
#start { align: center middle; height: 1fr; }
#start-sheet { width: 78; max-width: 100%; height: auto; padding: 0 1; }
#sea { color: $primary; height: auto; }
#welcome { height: auto; }
#pitch { height: auto; color: $soft; }
#complaint { height: auto; color: $error; text-style: bold; }
"""
