"""Small World of Warcraft: 16 races, 20 powers, 12 relics."""
