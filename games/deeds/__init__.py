"""What a seat's part of a match that is over comes to: what there are records of, and achievements. Pure."""
