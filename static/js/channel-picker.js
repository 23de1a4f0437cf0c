// New webhook: choosing a server narrows the list of channels to that server's.

export function start(root) {
  for (const picker of root.querySelectorAll("[data-channel-picker]")) {
    const channels = document.querySelector(picker.dataset.channelPicker);
    if (!channels) continue;
    const groups = [...channels.querySelectorAll("optgroup[data-server-id]")];

    // The selected channel decides the server, so that a page with errors keeps both.
    const chosen = channels.selectedOptions[0]?.closest("optgroup")?.dataset.serverId;
    if (chosen) picker.value = chosen;

    const narrow = () => {
      const kept = channels.value;
      const fitting = groups.filter((group) => !picker.value || group.dataset.serverId === picker.value);
      for (const group of groups) group.remove();
      channels.append(...fitting);
      channels.value = kept;
      if (channels.value !== kept || !kept) {
        const first = picker.value ? fitting[0]?.querySelector("option") : channels.options[0];
        channels.value = first?.value ?? "";
        channels.dispatchEvent(new Event("change", { bubbles: true }));
      }
    };
    picker.addEventListener("change", narrow);
    narrow();
  }
}
