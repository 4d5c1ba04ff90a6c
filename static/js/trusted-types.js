// Trusted Types: no script of this site can make elements of a text, but in a document of its own in
// which nothing runs. So htmx reads answers, of this site only, and takes the parts that it asked for.
(() => {
  "use strict";
  const policy = window.trustedTypes?.createPolicy("answers", { createHTML: (text) => text });
  if (!policy) return;
  const { parseHTMLUnsafe } = Document;
  if (parseHTMLUnsafe) {
    Document.parseHTMLUnsafe = (text) => parseHTMLUnsafe.call(Document, policy.createHTML(text));
  }
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function parse(text, type) {
    return parseFromString.call(this, policy.createHTML(text), type);
  };
})();
