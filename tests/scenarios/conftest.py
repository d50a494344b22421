"""Every game of these tests obeys the law of events."""

from event_law import law_of_events

__all__ = ["law_of_events"]
