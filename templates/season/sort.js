"use strict";
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  heads.forEach((head, place) => {
    const button = document.createElement("button"), number = head.classList.contains("number");
    button.type = "button";
    button.textContent = head.textContent;
    head.textContent = "";
    head.appendChild(button);
    button.addEventListener("click", () => {
      const first = number ? "descending" : "ascending", other = number ? "ascending" : "descending";
      const order = head.getAttribute("aria-sort") === first ? other : first, sign = order === "ascending" ? 1 : -1;
      const worth = row => number ? Number(row.cells[place].dataset.value) : row.cells[place].textContent;
      const compared = (a, b) => number ? worth(a) - worth(b) : worth(a).localeCompare(worth(b), document.documentElement.lang, {numeric: true});
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      body.append(...[...body.rows].sort((a, b) => sign * compared(a, b)));
    });
  });
}
