"""What a player's profile says: opponents, and how ratings went."""
