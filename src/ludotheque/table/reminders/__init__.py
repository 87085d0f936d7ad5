"""Reminders: slow games tell their people outside the pages that it is their turn, each in the ways that they chose."""
