import fc from 'fast-check';

/** Grammar of HTML that tries to run code, which calls `ran()`. `PROPERTY_SEED` selects other samples. */

const words = (text: string) => text.trim().split(/\s+/);

const call = fc.constantFrom(
  'ran()',
  'top.ran()',
  'parent.ran()',
  'self[`ran`]()',
  'ran.call()',
  'setTimeout(ran)',
);
const blanks = fc.constantFrom(' ', '\n', '\t', '\f', '/', ' / ', '\r\n', '  ');
const evilOrigin = 'https://evil.example';

const mixed = (text: string, upper: readonly boolean[]) =>
  [...text].map((sign, at) => (upper[at % upper.length] ? sign.toUpperCase() : sign)).join('');
const anyCase = (text: string) =>
  fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }).map((upper) => mixed(text, upper));

const spelled = (sign: string, variant: number): string => {
  const code = sign.codePointAt(0) ?? 0;
  const named: Record<string, string> = {
    ':': '&colon;',
    '(': '&lpar;',
    ')': '&rpar;',
    '\t': '&Tab;',
    '\n': '&NewLine;',
  };
  return (
    [
      sign,
      `&#${code};`,
      `&#x${code.toString(16)};`,
      `&#X${code.toString(16).toUpperCase()}`,
      `&#${String(code).padStart(7, '0')};`,
      named[sign] ?? sign,
    ][variant] ?? sign
  );
};
const breaks = [
  '',
  '',
  '',
  '\t',
  '\n',
  '\r',
  '&Tab;',
  '&NewLine;',
  '&#9;',
  '&#x0a',
  '\0',
  '\u00ad',
  '\u200b',
];
const fronts = [
  '',
  '',
  ' ',
  '\t',
  '\n',
  '\u0001',
  '\u000b',
  '&#14;',
  '&#32;',
  '\u00a0',
  '\u2028',
  '\ufeff',
  'http://a@',
  'url(',
];

/** A URL that runs code: its scheme in any case, encoded, or broken by characters that browsers skip. */
const executableUrl = fc
  .tuple(
    fc.constantFrom(...fronts),
    fc.oneof(
      { weight: 6, arbitrary: anyCase('javascript:') },
      { weight: 1, arbitrary: anyCase('vbscript:') },
      { weight: 1, arbitrary: anyCase('data:text/html,<script>') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          'data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuKCk8L3NjcmlwdD4=',
          'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="ran()"/>',
          'data:text/xml,<x xmlns:h="http://www.w3.org/1999/xhtml"><h:script>',
          'data:;base64,PHN2Zz4=',
          'blob:https://evil.example/1',
          'filesystem:https://evil.example/x',
          'view-source:javascript:',
          'feed:javascript:',
          'jar:https://evil.example!/',
          '//evil.example/',
          '/\\evil.example/',
          '\\\\evil.example\\',
          'https:evil.example',
          'javascript://%0a',
          'javascript://evil.example/\u2028',
          'about:blank#',
          'ftp://evil.example/',
          'intent://x#Intent;scheme=http;end',
          'ms-its:x',
        ),
      },
    ),
    call,
    fc.array(fc.tuple(fc.nat({ max: 10 }), fc.nat({ max: 5 }), fc.nat({ max: breaks.length - 1 })), {
      maxLength: 4,
    }),
  )
  .map(([front, scheme, run, changes]) => {
    const signs = [...scheme];
    for (const [at, variant, gap] of changes) {
      const sign = signs[at];
      if (sign !== undefined && [...sign].length === 1) signs[at] = `${spelled(sign, variant)}${breaks[gap]}`;
    }
    return `${front}${signs.join('')}${run}`;
  });

const quoted = fc
  .tuple(fc.oneof(call, executableUrl), fc.constantFrom('"', "'", '', '`', '&quot;'))
  .map(([value, quote]) =>
    quote === '"' ? `"${value.replaceAll('"', '&quot;')}"` : `${quote}${value}${quote}`,
  );

const events = words(`
  onerror onload onfocus ontoggle onbegin onclick onmouseover onpageshow onstart onanimationstart onwheel
  onpointerrawupdate onbeforematch onscrollsnapchange onloadstart oncanplay onhashchange onmessage
  onunhandledrejection onx on ONERROR oNlOaD
`);
const addressed = words(`
  href src xlink:href formaction action data poster background ping cite longdesc srcset imagesrcset dynsrc
  lowsrc manifest profile codebase archive classid usemap xml:base HREF SrC from to values by begin content
`);
const plainAttributes = [
  ' src=x',
  ' src',
  ' autofocus',
  ' tabindex=0',
  ' open',
  ' autoplay controls',
  ' contenteditable',
  ' style="animation-name:x"',
  ` style="background:url(${evilOrigin}/c)"`,
  ' style=x:expression(ran())',
  ' style="behavior:url(#x);-moz-binding:url(#x)"',
  ' style="position:fixed;inset:0;z-index:9"',
  ' id=documentElement',
  ' id=__proto__',
  ' name=body',
  ' name=attributes',
  ' id=cookie name=getElementById',
  ' class="fixed inset-0"',
  ' is=x-evil',
  ' slot=x',
  ' target=_blank',
  ' http-equiv=refresh',
  ' rel=stylesheet',
  ' rel="opener import"',
  ' type=image/svg+xml',
  ' type=text/html',
  ' attributeName=href',
  ' attributename=onload',
  ' encoding=text/html',
  ' encoding="application/xhtml+xml"',
  ' download',
  ' srcdoc="&lt;script&gt;parent.ran()&lt;/script&gt;"',
  " srcdoc='<img src=x onerror=parent.ran()>'",
  ' sandbox="allow-scripts allow-same-origin"',
  ' nonce=x',
  ' xmlns="http://www.w3.org/1999/xhtml"',
  ' xmlns:xlink=http://www.w3.org/1999/xlink',
  ' lang="en\' onload=ran() \'"',
  ' dir="rtl" onload="ran()"',
  ' colspan=99999999',
  ' width=100% height=javascript:ran()',
  ' alt="><img src=x onerror=ran()>"',
  " title='--><img src=x onerror=ran()>'",
  ' =x',
  ' "x"=y',
  ' <=>',
  ' a\0b=c',
];
const attribute = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(blanks, fc.constantFrom(...events), fc.constantFrom('=', ' = ', '\n='), quoted)
      .map((parts) => parts.join('')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(blanks, fc.constantFrom(...addressed), fc.constant('='), quoted)
      .map((parts) => parts.join('')),
  },
  { weight: 3, arbitrary: fc.constantFrom(...plainAttributes) },
);

const elementNames = words(`
  a img p div span b i h1 ul li pre code blockquote figure br hr table tbody thead tr td th caption col
  colgroup dl dt figcaption ol script style iframe object embed applet link meta base form input button
  select option optgroup textarea keygen isindex video audio source track picture svg math mtext mi mo
  mglyph malignmark annotation-xml foreignObject desc title animate set animateTransform use image feImage
  handler listener switch text tspan noscript noembed noframes xmp plaintext listing template frameset frame
  body html head details summary dialog marquee bgsound blink layer portal fencedframe slot custom-element
  x:script svg:script image nobr ruby rt selectedcontent search font IMG ScRiPt sCrIpT a\0 img\u212a xss
  ?xml !-- !doctype ![CDATA[ /p /br //a
`);
/** Elements whose content is text to one parser and markup to another. */
const rawNames = words(`
  style script xmp noscript noembed noframes iframe textarea title plaintext template select option listing
`);
const outer = [
  'svg',
  'math',
  'svg><foreignObject',
  'svg><desc',
  'svg><title',
  'math><mtext',
  'math><mi',
  'math><annotation-xml encoding=text/html',
  'table',
  'table><caption',
  'select',
  'template',
  'form',
  'noscript',
  'p',
  'a',
  'b',
];

const firing = fc
  .tuple(
    fc.constantFrom(
      '<img src=x onerror=CALL>',
      '<img/src/onerror=CALL//',
      '<svg onload=CALL>',
      '<svg/onload=CALL>',
      '<script>CALL</script>',
      '<iframe srcdoc="<script>CALL</script>"></iframe>',
      '<iframe onload=CALL></iframe>',
      '<iframe src="javascript:CALL"></iframe>',
      '<details open ontoggle=CALL>x</details>',
      '<input autofocus onfocus=CALL>',
      '<video src=x onerror=CALL></video>',
      '<audio src=x onerror=CALL></audio>',
      '<video><source onerror=CALL></video>',
      '<object data=x onerror=CALL></object>',
      '<embed src="javascript:CALL">',
      '<object data="javascript:CALL"></object>',
      '<body onload=CALL>',
      '<body onpageshow=CALL>',
      '<style onload=CALL></style>',
      '<link rel=stylesheet href=x onerror=CALL>',
      '<svg><animate onbegin=CALL attributeName=x dur=1s>',
      '<svg><set onbegin=CALL attributeName=x dur=1s>',
      '<svg><script>CALL</script></svg>',
      '<svg><script href="data:text/javascript,CALL"></script></svg>',
      '<script src="data:text/javascript,CALL"></script>',
      '<img srcset=x onerror=CALL>',
      '<image src=x onerror=CALL>',
      '<marquee onstart=CALL>x</marquee>',
      '<style>@keyframes x{}</style><b style="animation-name:x" onanimationstart=CALL>x</b>',
      '<script>throw onerror=CALL</script>',
      '<script type=module>CALL</script>',
      '<table background=x><tr><td><img src=x onerror=CALL>',
      '<math><mtext><img src=x onerror=CALL></mtext></math>',
      '<meta http-equiv=refresh content="0;url=javascript:CALL">',
    ),
    call,
  )
  .map(([shape, run]) => shape.replaceAll('CALL', run));

/** Mutation XSS: markup that is part of an attribute or text until a parser reads it again. */
const mutating = fc
  .tuple(
    fc.constantFrom(...outer),
    fc.constantFrom(...rawNames),
    firing,
    fc.constantFrom('title', 'alt', 'id', 'href', 'class', 'lang'),
    fc.constantFrom('img', 'a', 'p', 'mglyph', 'b'),
    fc.nat({ max: 9 }),
  )
  .map(([around, raw, payload, name, holder, shape]) => {
    const singleQuoted = payload.replaceAll('"', "'");
    return (
      [
        `<${around}><${raw}><${holder} ${name}="</${raw}>${singleQuoted}">`,
        `<${around}></p><${raw}><${holder} ${name}="</${raw}>${singleQuoted}"></${raw}>`,
        `<${around}><${raw}><!--</${raw}><${holder} ${name}="--&gt;${singleQuoted.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}">`,
        `<form><${around}></form><form><mglyph><${raw}></${around.split('>')[0]}>${payload}`,
        `<math><mtext><table><mglyph><${raw}><!--</${raw}><${holder} ${name}="--&gt;&lt;img src=1 onerror=ran()&gt;">`,
        `<${around}><table><${raw}>${payload}</table></${raw}>`,
        `<${around}><![CDATA[><${holder} ${name}="]]>${singleQuoted}">]]>`,
        `<${raw}><${around}></${raw}>${payload}`,
        `<${around}><${raw}>&lt;/${raw}&gt;${singleQuoted.replaceAll('<', '&lt;')}</${raw}>`,
        `<${around}><a><${around}><a><${raw}></a>${payload}`,
      ][shape] ?? payload
    );
  });
const comments = fc
  .tuple(
    fc.constantFrom(
      '<!--',
      '<!-->',
      '<!--->',
      '<!--a--!>',
      '<!--[if IE]>',
      '<!',
      '<?',
      '<![CDATA[',
      '<!doctype x [',
      '</ ',
      '<%',
      '<!--\0',
      '<!--<!--',
    ),
    firing,
    fc.constantFrom('-->', '--!>', '>', '?>', ']]>', '', '<![endif]-->', '-- >', '--\n>'),
  )
  .map((parts) => parts.join(''));
const inert = firing.map((text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
);
const signs = fc.constantFrom(
  '<',
  '>',
  '"',
  "'",
  '`',
  '&',
  '&lt;',
  '&LT',
  '&#60;',
  '&#x3c',
  '&amp;lt;',
  '\0',
  '\ud800',
  '\u2028',
  '-->',
  ']]>',
  '</',
  '<a ',
  '<!',
  '=',
  '{{x}}',
  '$'.concat('{ran()}'),
  'word',
  ' ',
  '\n',
);

const { html } = fc.letrec<{ html: string; element: string }>((tie) => ({
  html: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 2, arbitrary: signs },
        { weight: 2, arbitrary: firing },
        { weight: 2, arbitrary: mutating },
        { weight: 1, arbitrary: comments },
        { weight: 1, arbitrary: inert },
        { weight: 4, arbitrary: tie('element') },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('')),
  element: fc
    .tuple(
      fc.constantFrom(...elementNames),
      fc.array(attribute, { maxLength: 4 }),
      tie('html'),
      fc.constantFrom('>', '/>', ' >', ''),
      fc.nat({ max: 3 }),
    )
    .map(
      ([name, attributes, inner, end, closed]) =>
        `<${name}${attributes.join('')}${end}${inner}${closed > 0 ? `</${name}${closed > 2 ? ' x=y' : ''}>` : ''}`,
    ),
}));

const ruined = fc
  .tuple(html, fc.nat({ max: 400 }), fc.nat({ max: 40 }), fc.oneof(signs, fc.constant('')))
  .map(([text, at, length, between]) => {
    const from = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, from) + between + text.slice(from + (length % 8));
  });

export const hostileHtml: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: html },
  { weight: 3, arbitrary: mutating },
  { weight: 2, arbitrary: firing },
  { weight: 1, arbitrary: comments },
  { weight: 2, arbitrary: ruined },
);
