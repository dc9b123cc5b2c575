import { type Locale, locales, localeTags } from '#i18n/locales.ts';

/** What models put around an answer, in all ten languages. Regular expressions over plain text, ignoring case. */
interface ChatterPhrases {
  agreeing: string;
  presenting: string;
  /** Names of what was asked for. */
  product: string;
  /** The beginning of an offer, and what has to follow in the same sentence. */
  offers: [start: string, rest?: string][];
  note: string;
}

const phrases: Record<Locale, ChatterPhrases> = {
  en: {
    agreeing: 'sure(?: thing)?|certainly|of course|absolutely|okay|ok|got it|no problem|happy to help|great',
    presenting:
      "here(?:['’]s| is| are| you (?:are|go))|below (?:is|are)|this is|(?:i['’]ve|i have) (?:written|translated|created|rewritten)",
    product:
      '(?:meta |seo )?(?:excerpt|summary|teaser|title|headline|slug|description|translation|translated (?:text|version)|rewritten (?:text|version)|shortened (?:text|version)|corrected (?:text|version)|alt(?:ernative)? text)s?',
    offers: [
      [
        'let me know (?:if|whether|should)',
        '(?:chang|adjust|edit|revis|tweak|differ|another|else|more|shorter|longer|version|help|anything|refine|modif)',
      ],
      ['feel free to (?:ask|let me|adjust|modify|edit|use|reach)'],
      ['(?:i )?hope (?:this|that|it) helps'],
      [
        '(?:would you like|do you want|shall i|should i)',
        '(?:me to|another|version|change|adjust|translate|rewrite)',
      ],
      ["if you(?:['’]d| would)? (?:like|need|want|prefer)", '(?:i can|let me|just ask|happy to)'],
      [
        "(?:i can also|i[’']m happy to|happy to|is there anything else|anything else)",
        '(?:help|adjust|revise|need|provide|\\?)',
      ],
    ],
    note: "translator['’]?s? note|note(?: (?:on|from|by) the translat\\p{L}+)?",
  },
  es: {
    agreeing: 'claro(?: que sí)?|por supuesto|desde luego|con gusto|perfecto',
    presenting: 'aquí (?:tienes|tiene|está|están|va|te dejo|le dejo)|esta es|este es|a continuación',
    product:
      'extracto|resumen|título|descripción|traducción|texto (?:traducido|alternativo|corregido|reescrito)',
    offers: [
      [
        '(?:avísame|avíseme|dime|dígame|hazme saber|házmelo saber) si',
        '(?:cambi|ajust|modific|otr[ao]|más|versión|ayud|algo|necesit|quier)',
      ],
      ['espero que (?:esto|te|le) ', '(?:ayud|sirv|útil)'],
      ['si (?:quieres|quiere|necesitas|necesita|deseas|desea|prefieres)', '(?:puedo|dime|avísame|hazme)'],
      ['¿(?:quieres|quiere|necesitas|te gustaría|deseas|algo más)', '(?:que|más|otr[ao])'],
    ],
    note: 'n\\. ?del? t\\.|nota(?: del traductor)?',
  },
  pt: {
    agreeing: 'claro(?: que sim)?|com certeza|certamente|com prazer|perfeito',
    presenting: 'aqui (?:está|estão|vai|tem)|segue(?: abaixo)?|este é|esta é|a seguir',
    product:
      'excerto|trecho|resumo|título|descrição|tradução|texto (?:traduzido|alternativo|corrigido|reescrito)',
    offers: [
      [
        '(?:avise-me|me avise|me avisa|diga-me|me diga|me fale) se',
        '(?:mud|alter|ajust|modific|outr[ao]|mais|versão|ajud|algo|precis|quis)',
      ],
      ['espero que (?:isso|isto|tenha) ', '(?:ajud|útil)'],
      ['se (?:quiser|precisar|desejar|preferir)', '(?:posso|avise|diga|é só)'],
      ['(?:quer|gostaria|deseja|precisa) (?:que eu|de mais)'],
    ],
    note: 'n\\. ?d[eo] ?t\\.|nota(?: do tradutor| de tradução)?',
  },
  fr: {
    agreeing: "bien sûr|certainement|avec plaisir|d['’]accord|parfait|volontiers",
    presenting: "voici|voilà|ci-dessous|c['’]est",
    product: 'extrait|résumé|titre|description|traduction|texte (?:traduit|alternatif|corrigé|réécrit)',
    offers: [
      ["n['’]hésite[sz]? pas à", '(?:me |demander|dire|contacter|modifier)'],
      [
        '(?:dites|dis|faites|fais)-moi (?:si|savoir)',
        '(?:chang|ajust|modifi|autre|plus|version|aide|besoin|souhait|voul)',
      ],
      ["j['’]espère que (?:cela|ça|ce)", '(?:aide|utile|convien)'],
      [
        'si (?:vous|tu) (?:souhaite[sz]|voulez|veux|avez besoin|préfère[sz])',
        '(?:je peux|dites|dis-moi|faites)',
      ],
      ['(?:souhaitez|voulez|veux|souhaites)-(?:vous|tu) que'],
    ],
    note: 'n\\. ?d\\. ?t\\.|note(?: du traducteur| de traduction)?',
  },
  de: {
    agreeing: 'gerne|gern|natürlich|klar|selbstverständlich|sicher|sehr gern|okay',
    presenting: 'hier (?:ist|sind|kommt|folgt)|anbei|das ist|nachfolgend|im folgenden',
    product:
      'auszug|kurztext|anriss|zusammenfassung|teaser|titel|überschrift|beschreibung|übersetzung|übersetzter text|alternativtext',
    offers: [
      ['(?:lass(?:en sie)?|gib|geben sie|sag|sagen sie) (?:es )?(?:mich|mir)', '(?:wissen|bescheid)'],
      ['ich hoffe,? (?:das|dies|es)', '(?:hilft|hilfreich|passt)'],
      [
        '(?:wenn|falls) (?:du|sie) .{0,60}(?:möchte|will|wünsch|brauch|woll)',
        '(?:kann ich|sag|gib|lass|geben sie)',
      ],
      ['(?:möchtest du|möchten sie|willst du|wollen sie|soll ich)', '(?:dass|noch|ändern|anpassen|weitere)'],
    ],
    note: 'anm(?:erkung|\\.)(?: (?:des|der|d\\.) ?(?:übersetz\\p{L}*|übers\\.|ü\\.))?|hinweis(?: des übersetzers)?',
  },
  it: {
    agreeing: 'certo|certamente|volentieri|naturalmente|con piacere|perfetto|va bene',
    presenting: "ecco(?:lo|la)?|di seguito|questo è|questa è|qui c['’]è",
    product:
      'estratto|riassunto|titolo|descrizione|traduzione|testo (?:tradotto|alternativo|corretto|riscritto)',
    offers: [
      [
        '(?:fammi sapere|mi faccia sapere|dimmi|mi dica) se',
        '(?:modific|cambi|altr[ao]|più|version|aiut|qualcos|vuoi|serv|bisogn)',
      ],
      ['spero che (?:questo|ti|le|sia)', '(?:util|aiut)'],
      ['se (?:vuoi|vuole|desideri|preferisci|hai bisogno)', '(?:posso|fammi|dimmi)'],
      ['(?:vuoi|vuole|desideri) che'],
    ],
    note: 'n\\. ?d\\. ?t\\.|nota(?: del traduttore| di traduzione)?',
  },
  zh: {
    agreeing: '好的|当然(?:可以)?|没问题|可以',
    presenting: '以下(?:是|为)|下面是|这是|这里是',
    product: '摘要|标题|描述|翻译|译文',
    offers: [
      ['如果?(?:您|你)?(?:还)?(?:需要|需|想|希望|有)', '(?:告诉我|随时|请|我可以)'],
      ['希望(?:这|对)', '(?:帮助|有用)'],
      ['(?:请告诉我|请随时|需要我)'],
    ],
    note: '译者?注|注释?|说明|备注',
  },
  vi: {
    agreeing: 'chắc chắn(?: rồi)?|được(?: rồi)?|vâng|tất nhiên|dạ',
    presenting: 'dưới đây là|đây là|sau đây là',
    product: 'đoạn trích|tóm tắt|tiêu đề|mô tả|bản dịch|văn bản thay thế',
    offers: [
      ['(?:hãy |vui lòng )?cho tôi biết nếu', '(?:đổi|chỉnh|khác|thêm|phiên bản|giúp|cần|muốn)'],
      ['hy vọng', '(?:giúp|hữu ích)'],
      ['nếu (?:bạn )?(?:cần|muốn)', '(?:hãy|cho tôi|tôi có thể)'],
      ['bạn có (?:muốn|cần) tôi'],
    ],
    note: 'chú thích(?: của người dịch)?|ghi chú|lưu ý(?: của người dịch)?',
  },
  id: {
    agreeing: 'tentu(?: saja)?|baik(?:lah)?|siap|dengan senang hati|oke',
    presenting: 'berikut(?: ini)?(?: adalah)?|ini(?:lah)?|di bawah ini(?: adalah)?',
    product: 'kutipan|ringkasan|judul|deskripsi|terjemahan|teks (?:terjemahan|alternatif)',
    offers: [
      ['(?:beri ?tahu|kabari|katakan) (?:saya|aku)', '(?:jika|kalau|bila|apakah)'],
      ['semoga', '(?:membantu|bermanfaat)'],
      ['jika (?:anda|kamu) (?:ingin|perlu|membutuhkan|mau)', '(?:saya|beri)'],
      ['apakah (?:anda|kamu) (?:ingin|mau) saya'],
    ],
    note: 'catatan(?: penerjemah)?',
  },
  th: {
    agreeing: '(?:ได้|แน่นอน|ยินดี|โอเค)(?:เลย)?(?:ครับ|ค่ะ|คะ)?',
    presenting: '(?:นี่|ต่อไปนี้|ด้านล่างนี้|ข้างล่างนี้)คือ',
    product: 'ข้อความที่ตัดตอน(?:มา)?|บทคัดย่อ|บทสรุป|ชื่อเรื่อง|คำแปล|ข้อความแสดงแทน',
    offers: [
      ['(?:หาก|ถ้า)(?:คุณ)?(?:ต้องการ|อยาก)', '(?:บอก|แจ้ง|ได้เลย)'],
      ['(?:แจ้งให้?|บอก)(?:ฉัน|ผม|ดิฉัน)'],
      ['หวังว่า', '(?:ช่วย|ประโยชน์)'],
    ],
    note: 'หมายเหตุ(?:ผู้แปล)?',
  },
};

const escapeRegex = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const languageNames = locales.flatMap((shownIn) => {
  const names = new Intl.DisplayNames(localeTags[shownIn], { type: 'language' });
  return locales.flatMap((locale) => [names.of(locale), names.of(localeTags[locale])]);
});
const languageName = [...new Set(languageNames)]
  .flatMap((name) => (name ? [escapeRegex(name)] : []))
  .sort((a, b) => b.length - a.length)
  .join('|');

const all = locales.map((locale) => phrases[locale]);
const oneOf = (patterns: readonly string[]) => `(?:${patterns.join('|')})`;
const agreeing = oneOf(all.map((language) => language.agreeing));
const presenting = oneOf(all.map((language) => language.presenting));
const product = oneOf(all.map((language) => language.product));
const note = oneOf(all.map((language) => language.note));
const offers = all.flatMap((language) => language.offers);
const decoration = '[*_#>¡¿\\s]{0,6}';
const wordEnd = '(?![\\p{L}\\p{M}])';

/** "Sure! Here is the excerpt:" */
export const preamblePattern = new RegExp(
  `^${decoration}(?:${agreeing}[\\s,.!，。！]{1,4})?${presenting}(?:[^\\n:：]{0,40}?${product}(?! (?:that|which|who|que|qui|che|yang)\\b)[^\\n:：]{0,30}[:：]${decoration}|[^\\n:：]{0,80}[:：]${decoration}\\n\\s*)`,
  'iu',
);
/** "Sure!" */
export const agreementPattern = new RegExp(
  `^${decoration}${agreeing}(?:!\\s+|！\\s*|[.。,，]?[ \\t]*\\n+\\s*)`,
  'iu',
);
const inLanguage = `(?:(?:in|en|em|auf|dalam|bằng|versión en|version|versione) )?(?:${languageName})`;
/** "**Excerpt:**", "Spanish:", "In Spanish:", "Translation (German):", "Final answer:" */
export const labelPattern = new RegExp(
  `^${decoration}(?:${inLanguage}|(?:final )?answer|output|assistant|(?:(?:the|your|suggested|short|${languageName}) ){0,2}?${product}(?: ${languageName}| (?:al|ao|en|in|ins|into|to|em|auf|ke|dalam|sang|bahasa|tiếng) \\p{L}{1,20})?)(?:[ \\t]?[(（][^()（）\\n]{1,30}[)）])?[*_]{0,3}[ \\t]?[:：]${decoration}`,
  'iu',
);
/** A heading, or a line in bold type, that only names what was asked for. */
export const headingPattern = new RegExp(`^(?:#{1,6} ?|[*_]{2,3})${product}[*_]{0,3}[ \\t]*\\n\\s*`, 'iu');
/** "ES:" */
export const codeLabelPattern = new RegExp(`^(?:${locales.join('|').toUpperCase()})[:：]\\s*`, 'u');
export const languageLabelPattern = new RegExp(
  `^${decoration}(?:${languageName})[*_]{0,3}[ \\t]?[:：]`,
  'iu',
);
export const offerPattern = new RegExp(
  `^${decoration}${oneOf(offers.map(([start, rest]) => (rest ? `${start}.{0,200}?${rest}` : start)))}`,
  'iu',
);
export const offerStartPattern = new RegExp(`^${decoration}${oneOf(offers.map(([start]) => start))}`, 'iu');
/** In front of an answer, while it is written. */
export const preambleStartPattern = new RegExp(
  `^${decoration}(?:${agreeing}${wordEnd}|${presenting}|(?:${languageName}|${product})[*_]{0,3}[ \\t]?[:：(（])`,
  'iu',
);
export const notePattern = new RegExp(`^${decoration}[(（[]?${decoration}${note}[*_]{0,3}\\s?[:：]`, 'iu');
/** "(42 characters)" */
export const trailingCountPattern =
  /\s?[(（]\d{1,4} ?(?:characters|chars|words|zeichen|caracteres|caractères|caratteri|个?字符?|ký tự|karakter|ตัวอักษร)[)）]$/iu;
/** In brackets, at the end. */
export const trailingNotePattern = new RegExp(
  `\\s?(?:\\(${note}\\s?[:：][^()]{0,600}\\)|（${note}\\s?[:：][^（）]{0,600}）|\\[${note}\\s?[:：][^[\\]]{0,600}\\])[.。]?$`,
  'iu',
);
export const noteWordPattern = new RegExp(`(?<![\\p{L}\\p{M}])${note}${wordEnd}`, 'iu');
export const noteLabelPattern = new RegExp(`(?<![\\p{L}\\p{M}])${note}[*_]{0,3}\\s?[:：]`, 'iu');
