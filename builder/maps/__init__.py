"""Maps as pictures: where everything stands on the sheet, and the painter of the country."""
