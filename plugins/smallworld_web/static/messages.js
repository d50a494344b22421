// Messages in the language of the page, which has them as data: English → translation, or all its plural forms.

const data = JSON.parse(document.getElementById("messages")?.textContent || "{}");
const messages = new Map(Object.entries(data.messages || {}));

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (field, name) => (name in values ? values[name] : field));

export const _ = (message, values = {}) => fill(messages.get(message) || message, values);

export function ngettext(singular, plural, count, values = {}) {
  // The page has the form of each number below 200; a larger one has that of its last two digits.
  const forms = messages.get(singular);
  const form = forms ? forms[data.plurals[count < 200 ? count : 100 + (count % 100)]] : count === 1 ? singular : plural;
  return fill(form, { count, ...values });
}
