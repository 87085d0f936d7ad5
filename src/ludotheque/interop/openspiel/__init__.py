"""The games as OpenSpiel games."""

from ludotheque.interop.openspiel.openspiel_game import OpenSpielGame as OpenSpielGame
from ludotheque.interop.openspiel.openspiel_game import OpenSpielState as OpenSpielState
from ludotheque.interop.openspiel.openspiel_game import load as load
from ludotheque.interop.openspiel.openspiel_game import register as register
