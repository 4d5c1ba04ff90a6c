// Puts a suggested name into its field, where it is saved like one that was typed.
document.addEventListener("click", (event) => {
  const pressed = event.target.closest?.("button[name=suggested]");
  const field = document.getElementById("name");
  if (!pressed || !field) return;
  event.preventDefault();
  field.value = pressed.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
