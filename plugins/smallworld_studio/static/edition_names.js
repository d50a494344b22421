// Names and colours of an edition as the server sends them; an id without a name stands for itself.

const find = (entries, id) => entries?.find((entry) => entry.id === id);

export const namesOf = (draft) => ({
  terrain: (id) => find(draft.model.terrains, id)?.name || id || "?",
  symbol: (id) => find(draft.model.symbols, id)?.name || id,
  color: (id) => find(draft.model.terrains, id)?.color || "#bbbbbb",
});
