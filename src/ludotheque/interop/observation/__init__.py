"""Observations: a view as a row of numbers, for learning programs."""

from ludotheque.interop.observation.observer import Layout as Layout
from ludotheque.interop.observation.observer import Observer as Observer
from ludotheque.interop.observation.observer import Row as Row
from ludotheque.interop.observation.observer import layout_of as layout_of
