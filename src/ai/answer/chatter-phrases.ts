import type { Locale } from '#i18n/locales.ts';

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

export const chatterPhrases: Record<Locale, ChatterPhrases> = {
  en: {
    agreeing: 'sure(?: thing)?|certainly|of course|absolutely|okay|ok|got it|no problem|happy to help|great',
    presenting:
      "here(?:['’]s| is| are| you (?:are|go))|below (?:is|are)|this is|how about|as requested|(?:i['’]d|i would) suggest|you could (?:use|write)|try this|(?:i['’]ve|i have) (?:written|translated|created|rewritten)",
    product:
      '(?:meta |seo )?(?:excerpt|summary|teaser|title|headline|slug|description|translation|translated (?:text|version)|rewritten (?:text|version)|shortened (?:text|version)|corrected (?:text|version)|alt(?:ernative)? text)s?',
    offers: [
      [
        'let me know (?:if|whether|should)',
        '(?:chang|adjust|edit|revis|tweak|differ|another|else|more|shorter|longer|version|help|anything|refine|modif)',
      ],
      ['feel free to (?:ask|let me|adjust|modify|edit|use|reach)'],
      ['(?:i )?hope (?:this|that|it) helps'],
      ['let me know[.!]*$'],
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
    note: "translator['’]?s? note|note(?: (?:on|from|by) the translat\\p{L}+)?|literally|explanation|rationale|why (?:this|it) works|keywords",
  },
  es: {
    agreeing: 'claro(?: que sí)?|por supuesto|desde luego|con gusto|perfecto',
    presenting:
      'aquí (?:tienes|tiene|está|están|va|te dejo|le dejo)|esta es|este es|a continuación|te sugiero|sugiero|te propongo|qué tal|como pediste',
    product:
      'extracto|fragmento|entradilla|sinopsis|resumen|título|descripción|traducción|texto (?:traducido|alternativo|corregido|reescrito)',
    offers: [
      [
        '(?:avísame|avíseme|dime|dígame|hazme saber|házmelo saber) si',
        '(?:cambi|ajust|modific|otr[ao]|más|versión|ayud|algo|necesit|quier)',
      ],
      ['espero que (?:esto|te|le) ', '(?:ayud|sirv|útil)'],
      ['si (?:quieres|quiere|necesitas|necesita|deseas|desea|prefieres)', '(?:puedo|dime|avísame|hazme)'],
      ['¿(?:quieres|quiere|necesitas|te gustaría|deseas|algo más)', '(?:que|más|otr[ao])'],
    ],
    note: 'n\\. ?del? t\\.|nota(?: del traductor)?|literalmente|explicación',
  },
  pt: {
    agreeing: 'claro(?: que sim)?|com certeza|certamente|com prazer|perfeito',
    presenting:
      'aqui (?:está|estão|vai|tem)|segue(?: abaixo)?|este é|esta é|a seguir|sugiro|que tal|conforme solicitado',
    product:
      'excerto|trecho|sinopse|resumo|título|descrição|tradução|texto (?:traduzido|alternativo|corrigido|reescrito)',
    offers: [
      [
        '(?:avise-me|me avise|me avisa|diga-me|me diga|me fale) se',
        '(?:mud|alter|ajust|modific|outr[ao]|mais|versão|ajud|algo|precis|quis)',
      ],
      ['espero que (?:isso|isto|tenha) ', '(?:ajud|útil)'],
      ['se (?:quiser|precisar|desejar|preferir)', '(?:posso|avise|diga|é só)'],
      ['(?:quer|gostaria|deseja|precisa) (?:que eu|de mais)'],
    ],
    note: 'n\\. ?d[eo] ?t\\.|nota(?: do tradutor| de tradução)?|literalmente|explicação',
  },
  fr: {
    agreeing: "bien sûr|certainement|avec plaisir|d['’]accord|parfait|volontiers",
    presenting: "voici|voilà|ci-dessous|c['’]est|je (?:vous |te )?(?:propose|suggère)|comme demandé",
    product:
      'extrait|chapô|accroche|résumé|titre|description|traduction|texte (?:traduit|alternatif|corrigé|réécrit)',
    offers: [
      ["n['’]hésite[sz]? pas à", '(?:me |demander|dire|contacter|modifier)'],
      [
        '(?:dites|dis|faites|fais)-moi (?:si|savoir)',
        '(?:chang|ajust|modifi|autre|plus|version|aide|besoin|souhait|voul|convien|plaî)',
      ],
      ["j['’]espère que (?:cela|ça|ce)", '(?:aide|utile|convien)'],
      [
        'si (?:vous|tu) (?:souhaite[sz]|voulez|veux|avez besoin|préfère[sz])',
        '(?:je peux|dites|dis-moi|faites)',
      ],
      ['(?:souhaitez|voulez|veux|souhaites)-(?:vous|tu) que'],
    ],
    note: 'n\\. ?d\\. ?t\\.|note(?: du traducteur| de traduction)?|littéralement|explication',
  },
  de: {
    agreeing: 'gerne|gern|natürlich|klar|selbstverständlich|sicher|sehr gern|okay',
    presenting:
      'hier (?:ist|sind|kommt|folgt)|anbei|das ist|nachfolgend|im folgenden|wie wäre es mit|ich schlage vor|mein vorschlag|wie gewünscht',
    product:
      'auszug|kurztext|kurzfassung|kurzbeschreibung|textauszug|anriss|zusammenfassung|teaser|titel|überschrift|beschreibung|übersetzung|übersetzter text|alternativtext',
    offers: [
      ['(?:lass(?:en sie)?|gib|geben sie|sag|sagen sie) (?:es )?(?:mich|mir)', '(?:wissen|bescheid)'],
      ['ich hoffe,? (?:das|dies|es)', '(?:hilft|hilfreich|passt)'],
      ['bei (?:weiteren )?fragen', '(?:verfügung|melde|frag)'],
      [
        '(?:wenn|falls) (?:du|sie) .{0,60}(?:möchte|will|wünsch|brauch|woll)',
        '(?:kann ich|sag|gib|lass|geben sie)',
      ],
      ['(?:möchtest du|möchten sie|willst du|wollen sie|soll ich)', '(?:dass|noch|ändern|anpassen|weitere)'],
    ],
    note: 'anm(?:erkung|\\.)(?: (?:des|der|d\\.) ?(?:übersetz\\p{L}*|übers\\.|ü\\.))?|hinweis(?: des übersetzers)?|wörtlich|erklärung|begründung',
  },
  it: {
    agreeing: 'certo|certamente|volentieri|naturalmente|con piacere|perfetto|va bene',
    presenting:
      "ecco(?:lo|la)?|di seguito|questo è|questa è|qui c['’]è|ti propongo|suggerisco|che ne dici di|come richiesto",
    product:
      'estratto|sommario|sunto|riassunto|titolo|descrizione|traduzione|testo (?:tradotto|alternativo|corretto|riscritto)',
    offers: [
      [
        '(?:fammi sapere|mi faccia sapere|dimmi|mi dica) se',
        '(?:modific|cambi|altr[ao]|più|version|aiut|qualcos|vuoi|serv|bisogn)',
      ],
      ['spero che (?:questo|ti|le|sia)', '(?:util|aiut)'],
      ['se (?:vuoi|vuole|desideri|preferisci|hai bisogno)', '(?:posso|fammi|dimmi)'],
      ['(?:vuoi|vuole|desideri) che'],
    ],
    note: 'n\\. ?d\\. ?t\\.|nota(?: del traduttore| di traduzione)?|letteralmente|spiegazione',
  },
  zh: {
    agreeing: '好的|当然(?:可以)?|没问题|可以',
    presenting: '以下(?:是|为)|下面是|这是|这里是|建议|可以(?:这样写|写成)|按照要求',
    product: '摘要|摘录|简介|概要|标题|描述|翻译|译文',
    offers: [
      ['如果?(?:您|你)?(?:还)?(?:需要|需|想|希望|有)', '(?:告诉我|随时|请|我可以)'],
      ['希望(?:这|对)', '(?:帮助|有用)'],
      ['(?:请告诉我|请随时|需要我)'],
    ],
    note: '译者?注|注释?|说明|备注|直译|解释|理由',
  },
  vi: {
    agreeing: 'chắc chắn(?: rồi)?|được(?: rồi)?|vâng|tất nhiên|dạ',
    presenting: 'dưới đây là|đây là|sau đây là|tôi (?:đề xuất|gợi ý)|theo yêu cầu',
    product: 'đoạn trích|trích đoạn|(?:bản |phần )?tóm tắt|tiêu đề|mô tả|bản dịch|văn bản thay thế',
    offers: [
      ['(?:hãy |vui lòng )?cho tôi biết nếu', '(?:đổi|chỉnh|khác|thêm|phiên bản|giúp|cần|muốn)'],
      ['hy vọng', '(?:giúp|hữu ích)'],
      ['nếu (?:bạn )?(?:cần|muốn)', '(?:hãy|cho tôi|tôi có thể)'],
      ['bạn có (?:muốn|cần) tôi'],
    ],
    note: 'chú thích(?: của người dịch)?|ghi chú|lưu ý(?: của người dịch)?|nghĩa đen|giải thích',
  },
  id: {
    agreeing: 'tentu(?: saja)?|baik(?:lah)?|siap|dengan senang hati|oke',
    presenting:
      'berikut(?: ini)?(?: adalah)?|ini(?:lah)?|di bawah ini(?: adalah)?|saya (?:sarankan|usulkan)|bagaimana kalau|sesuai permintaan',
    product: 'kutipan|cuplikan|ringkasan|judul|deskripsi|terjemahan|teks (?:terjemahan|alternatif)',
    offers: [
      ['(?:beri ?tahu|kabari|katakan) (?:saya|aku)', '(?:jika|kalau|bila|apakah)'],
      ['semoga', '(?:membantu|bermanfaat)'],
      ['jika (?:anda|kamu) (?:ingin|perlu|membutuhkan|mau)', '(?:saya|beri)'],
      ['apakah (?:anda|kamu) (?:ingin|mau) saya'],
    ],
    note: 'catatan(?: penerjemah)?|harfiah|penjelasan',
  },
  th: {
    agreeing: '(?:ได้|แน่นอน|ยินดี|โอเค)(?:เลย)?(?:ครับ|ค่ะ|คะ)?',
    presenting: '(?:นี่|ต่อไปนี้|ด้านล่างนี้|ข้างล่างนี้)คือ|ขอเสนอ|ขอแนะนำ|ตามที่ขอ',
    product: 'ข้อความที่ตัดตอน(?:มา)?|บทคัดย่อ|บทสรุป|ข้อความย่อ|ชื่อเรื่อง|คำแปล|ข้อความแสดงแทน',
    offers: [
      ['(?:หาก|ถ้า)(?:คุณ)?(?:ต้องการ|อยาก)', '(?:บอก|แจ้ง|ได้เลย)'],
      ['(?:แจ้งให้?|บอก)(?:ฉัน|ผม|ดิฉัน)'],
      ['หวังว่า', '(?:ช่วย|ประโยชน์)'],
    ],
    note: 'หมายเหตุ(?:ผู้แปล)?|แปลตรงตัว|คำอธิบาย',
  },
};
