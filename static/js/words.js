// Sentences in the language of the page. The file of a language is made from `locales/LANGUAGE/scripts.ftl`: text, or a list of text,
// arguments, and choices by the plural of an argument.

let { lang } = document.documentElement;
const load = () => import(`./words-${lang}.js`);
const { default: messages } = await load().catch(() => {
  // Without the words of the page, what scripts do matters more than its language.
  lang = "en";
  return load();
});
const plural = new Intl.PluralRules(lang);
const number = new Intl.NumberFormat(lang);

/** The message with this key. */
export function t(key, values = {}) {
  const written = (pieces) => (Array.isArray(pieces) ? pieces.map(piece).join("") : pieces);
  const piece = (part) => {
    if (typeof part === "string") return part;
    const value = values[part.of];
    if (part.other) return written(part[plural.select(value)] ?? part.other);
    return typeof value === "number" ? number.format(value) : value;
  };
  return written(messages[key]);
}
