"""Movement over the ground (chapters 8, 11 and 12): pulses, encounters, what ground and obstacles allow."""
