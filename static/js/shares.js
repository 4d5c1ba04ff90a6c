// Shares of one sum (Shields over four sides): sliders of which the others give way.
(() => {
  "use strict";
  function upgrade(set) {
    if (set.dataset.ready) return;
    set.dataset.ready = "yes";
    for (const input of set.querySelectorAll("input")) input.type = "range";
    show(set);
  }
  function show(set) {
    for (const input of set.querySelectorAll("input")) input.closest(".field").querySelector("output").value = input.value;
  }
  function level(set, moved) {
    const inputs = [...set.querySelectorAll("input")], sum = Number(moved.max);
    let over = inputs.reduce((total, input) => total + Number(input.value), 0) - sum;
    // The largest of the others gives first, and the smallest gets first.
    while (over) {
      const others = inputs.filter((input) => input !== moved && (over > 0 ? Number(input.value) > 0 : Number(input.value) < sum));
      if (!others.length) break;
      others.sort((one, other) => (Number(other.value) - Number(one.value)) * Math.sign(over));
      others[0].value = Number(others[0].value) - Math.sign(over);
      over -= Math.sign(over);
    }
    show(set);
  }
  const all = () => document.querySelectorAll("[data-adds-up]").forEach(upgrade);
  document.addEventListener("input", ({ target }) => {
    const set = target.closest?.("[data-adds-up]");
    if (set) level(set, target);
  });
  addEventListener("htmx:afterSettle", all);
  addEventListener("htmx:oobAfterSwap", all);
  all();
})();
