import type { Locale } from '#i18n/locales.ts';

/** Words about the task rather than the text. Regular expressions over plain text, ignoring case. */
interface LabelPhrases {
  /** In front of an answer with a colon. Ordinary words, so that only what the source lacks is a label. */
  label: string;
  /** Of one of several answers. A number or a letter may follow. */
  alternative: string;
  /** Between two answers, alone on a line. */
  or: string;
  /** "Translation", "translated", "untranslated" … */
  translating: string;
  /** In front of a number. */
  count: string;
}

export const labelPhrases: Record<Locale, LabelPhrases> = {
  en: {
    label:
      'result|output|response|reply|target|target (?:text|language)|text|final (?:answer|text|version|result|output)|(?:revised|rewritten|corrected|improved|shortened|translated|new) (?:text|version)|revision|continuation|correction|literally|literal(?:ly translated)?',
    alternative: 'option|version|variant|alternative(?:ly)?|suggestion|draft|choice|candidate',
    or: 'or',
    translating: '(?:un)?translat\\p{L}*|locali[sz](?:ed|ing|ation)',
    count: '(?:character|word) count|characters|words|length',
  },
  es: {
    label:
      'resultado|respuesta|salida|destino|objetivo|(?:texto|idioma) (?:de destino|meta|objetivo|final|nuevo|corregido)|texto|versión (?:final|corregida|nueva)|castellano|español \\p{L}+|continuación|corrección|literalmente|literal',
    alternative: 'opción|versión|variante|alternativa|propuesta|sugerencia|borrador',
    or: 'o(?: bien)?',
    translating: '(?:sin )?traduc\\p{L}*',
    count: '(?:número|recuento|cantidad) de (?:caracteres|palabras)|caracteres|palabras|longitud',
  },
  pt: {
    label:
      'resultado|resposta|saída|destino|alvo|(?:texto|idioma) (?:de destino|alvo|final|novo|corrigido)|texto|versão (?:final|corrigida|nova)|continuação|correção|literalmente|literal',
    alternative: 'opção|versão|variante|alternativa|sugestão|rascunho|proposta',
    or: 'ou(?: então)?',
    translating: '(?:tradu[zç]|intraduz)\\p{L}*',
    count: '(?:número|contagem|quantidade) de (?:caracteres|palavras)|caracteres|palavras|comprimento',
  },
  fr: {
    label:
      'résultat|réponse|sortie|cible|(?:texte|langue) (?:cible|final|corrigé|révisé)|texte|version (?:finale|corrigée|révisée)|suite|correction|littéralement|littéral',
    alternative: 'option|version|variante|alternative|proposition|suggestion|brouillon',
    or: 'ou(?: bien)?',
    translating: '(?:non[ -])?tradui\\p{L}*|traduction\\p{L}*|traducteur\\p{L}*',
    count: 'nombre de (?:caractères|mots|signes)|caractères|mots|longueur',
  },
  de: {
    label:
      'ergebnis|antwort|ausgabe|ziel|ziel(?:text|sprache)|text|endfassung|(?:endgültige|überarbeitete|korrigierte|gekürzte|neue) (?:fassung|version)|überarbeitung|fortsetzung|korrektur|wörtlich|hochdeutsch',
    alternative: 'option|version|variante|alternative|alternativ|vorschlag|entwurf|fassung',
    or: 'oder',
    translating: '\\p{L}*(?:über|ueber)setz\\p{L}*',
    count: '(?:zeichen|wort|wörter)(?:zahl|anzahl)|anzahl der (?:zeichen|wörter)|zeichen|wörter|länge',
  },
  it: {
    label:
      'risultato|risposta|output|destinazione|obiettivo|(?:testo|lingua) (?:di destinazione|finale|corretto)|testo|versione (?:finale|corretta|rivista)|continuazione|correzione|letteralmente|letterale',
    alternative: 'opzione|versione|variante|alternativa|proposta|suggerimento|bozza',
    or: 'o(?:ppure)?',
    translating: '(?:non )?(?:tradu[cz]|tradott)\\p{L}*',
    count: '(?:numero|conteggio) (?:di|dei|delle) (?:caratteri|parole)|caratteri|parole|lunghezza',
  },
  zh: {
    label:
      '结果|輸出|输出|回答|答案|回复|目标(?:语言|文本|语)?|最终(?:版本|结果|文本|答案)?|修改(?:后|版)|改写(?:后)?|润色后|续写|正文|直译|字面意思|中文|简体|简体中文',
    alternative: '选项|版本|方案|备选|另一种(?:译法|说法)?|候选|草稿',
    or: '或者?',
    translating: '翻译|翻譯|译文|譯文|译者|译法|未译|直译|意译',
    count: '字数|字符数|长度|共计',
  },
  vi: {
    label:
      'kết quả|trả lời|câu trả lời|đầu ra|đích|ngôn ngữ đích|văn bản(?: đích| cuối| mới)?|phiên bản cuối(?: cùng)?|bản (?:sửa|cuối|viết lại)|nghĩa đen|dịch|tiếng việt',
    alternative: 'lựa chọn|phương án|phiên bản|tùy chọn|biến thể|gợi ý|bản nháp|cách',
    or: 'hoặc(?: là)?',
    translating: 'bản dịch|chưa dịch|dịch (?:thuật|sang|nghĩa|là)|được dịch|phiên dịch|người dịch',
    count: 'số (?:ký tự|từ|chữ)|độ dài',
  },
  id: {
    label:
      'hasil|jawaban|keluaran|respons|target|teks (?:target|sasaran|akhir|baru)|bahasa (?:target|sasaran)|teks|versi (?:akhir|final|baru|perbaikan)|lanjutan|perbaikan|secara harfiah|harfiah|bahasa',
    alternative: 'opsi|pilihan|versi|varian|alternatif|saran|draf|usulan',
    or: 'atau',
    translating: '\\p{L}{0,4}(?:terjemah|nerjemah)\\p{L}*',
    count: 'jumlah (?:karakter|kata|huruf)|karakter|panjang',
  },
  th: {
    label:
      'ผลลัพธ์|คำตอบ|เป้าหมาย|ภาษาเป้าหมาย|ข้อความ(?:เป้าหมาย|สุดท้าย|ใหม่)?|ฉบับ(?:สุดท้าย|แก้ไข)|ฉบับเขียนใหม่|แปลตรงตัว|ความหมายตรงตัว|ภาษาไทย',
    alternative: 'ตัวเลือก(?:ที่)?|แบบที่|ทางเลือก(?:ที่)?|เวอร์ชัน(?:ที่)?|ฉบับร่าง|ข้อเสนอ(?:ที่)?',
    or: 'หรือ',
    translating: '(?:คำ|การ|ฉบับ|ผู้|บท)แปล|แปล(?:เป็น|แล้ว|โดย|ตรง)|ไม่มีคำแปล|ยังไม่(?:ได้)?แปล',
    count: 'จำนวน(?:ตัวอักษร|อักขระ|คำ)|ความยาว',
  },
};
