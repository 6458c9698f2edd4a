"""Slow work for clients that helper processes do: functions of plain data, which return encoded results."""
