// Names and colours of an edition as the server sends them; an id without a name is its own name.

const find = (entries, id) => entries?.find((entry) => entry.id === id);

export const namesOf = (draft) => ({
  terrain: (id) => find(draft.model.terrains, id)?.name || id || "?",
  symbol: (id) => find(draft.model.symbols, id)?.name || id,
  colors: (id) => {
    const { color: light = "#bbbbbb", dark = light } = find(draft.model.terrains, id) ?? {};
    return { light, dark };
  },
});

// A colour for each of both schemes, as one value of CSS.
export const inBoth = ({ light, dark }) => `light-dark(${light}, ${dark})`;
