"""What each page shows, gathered from what its reader may see, as values for the templates."""
