"""Games in a notebook: positions, views and records show themselves, and `show` puts them side by side."""

from ludotheque.interop.notebook.display import ShowError as ShowError
from ludotheque.interop.notebook.display import Shown as Shown
from ludotheque.interop.notebook.display import show as show
