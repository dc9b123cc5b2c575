import { Parser } from 'htmlparser2';

const allowed: Record<string, RegExp> = {
  a: /^(?:class|href|target|rel|lang|dir)$/,
  aside: /^(?:class|lang|dir)$/,
  section: /^(?:class|lang|dir)$/,
  img: /^(?:src|alt|width|height|lang|dir)$/,
  code: /^(?:class|lang|dir)$/,
  figure: /^(?:class|lang|dir)$/,
  ol: /^(?:class|start|lang|dir)$/,
  sup: /^(?:class|lang|dir)$/,
  li: /^(?:id|lang|dir)$/,
  abbr: /^(?:title|lang|dir)$/,
  time: /^(?:datetime|lang|dir)$/,
  details: /^(?:open|lang|dir)$/,
  td: /^(?:colspan|rowspan|lang|dir)$/,
  th: /^(?:colspan|rowspan|scope|lang|dir)$/,
};
const allowedClasses: Record<string, RegExp> = {
  a: /^button$/,
  aside: /^callout-(?:note|tip|warning)$/,
  section: /^faq$/,
  code: /^language-[\w+#-]+$/,
  ol: /^footnotes$/,
  sup: /^footnote$/,
  figure: /^(?:threads-post|download-field|gallery|embed|wide|full)$/,
};
const names =
  'p ul blockquote pre strong em u s sub figcaption table caption thead tbody tfoot tr hr br span';
const semanticNames = 'mark kbd cite ruby rt rp summary dl dt dd';

for (const name of `${names} ${semanticNames}`.split(' ')) allowed[name] = /^(?:lang|dir)$/;
for (const name of ['h1', 'h2', 'h3', 'h4']) allowed[name] = /^(?:id|lang|dir)$/;

/** `//host` and `/\host` would point to other sites. */
const allowedHref = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

/** What the HTML of a post may not have: other elements, attributes, classes and URLs than those of the editor. */
export function findViolations(html: string): string[] {
  const violations: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      for (const [key, value] of Object.entries(attributes)) {
        if (!allowed[name]?.test(key)) violations.push(`${name} ${key}`);
        if (key === 'class' && !allowedClasses[name]?.test(value)) violations.push(`class ${value}`);
        if (key === 'id' && name === 'li' && !/^fn-[a-z0-9]{1,20}$/.test(value))
          violations.push(`id ${value}`);
        if (key === 'href' && !allowedHref.test(value)) violations.push(`href ${value}`);
      }
      if (!allowed[name]) violations.push(name);
    },
    oncomment: (text) => void violations.push(`comment ${text}`),
    onprocessinginstruction: (name) => void violations.push(name),
  });
  parser.end(html);
  return violations;
}
