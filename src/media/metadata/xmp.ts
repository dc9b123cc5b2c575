import type { FileMetadata } from '../contract.ts';

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  Iptc4xmpCore: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
};
const declarations = Object.entries(namespaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);

/** The same metadata gives the same bytes, so that a download can be resumed. */
export function formatXmp({ author, link, date, alt }: FileMetadata): Buffer {
  const inDefaultLanguage = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
  const properties = [
    `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:source>${escapeXml(link)}</dc:source>`,
    date && `<photoshop:DateCreated>${escapeXml(date)}</photoshop:DateCreated>`,
    // Most programs show the description; screen readers and editors know the other property (IPTC 2021).
    alt && `<dc:description>${inDefaultLanguage(alt)}</dc:description>`,
    alt && `<Iptc4xmpCore:AltTextAccessibility>${inDefaultLanguage(alt)}</Iptc4xmpCore:AltTextAccessibility>`,
  ];
  return Buffer.from(
    [
      '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
      `<rdf:RDF${declarations.join('')}><rdf:Description rdf:about="">`,
      ...properties.filter((property) => property !== undefined),
      '</rdf:Description></rdf:RDF></x:xmpmeta>',
      '<?xpacket end="r"?>',
    ].join(''),
  );
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Leaves out what XML doesn't allow. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (character) => escapes[character] ?? '');
}
