"""The whole house in one file, and rules fixes tried on all its games."""
