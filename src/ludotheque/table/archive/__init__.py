"""Export and import of a whole house, and the audit of a rules fix on all its games."""
