"""Growing the knowledge base: incident → masked → mined templates → similar pages → draft → check → accept."""
