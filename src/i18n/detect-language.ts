import type { Locale } from './locales.ts';

/** Languages detected by common words; Chinese and Thai are detected by script. */
type LatinLocale = Exclude<Locale, 'zh' | 'th'>;

const stopWords: Record<LatinLocale, string> = {
  en: 'the of and to in is it you that for on are with as this have from or had by not but what all were when we there can an your which their if will each about how up out them then she many some so these would into has more two like him see could no make than been its now my made did get come only where most us just also because any who what does until should before after one',
  es: 'el la los las de del y que en un una es por con no para se su al lo como más pero sus le ya o este sí porque esta entre cuando muy sin sobre también me hasta hay donde quien desde todo nos durante todos uno les ni contra otros ese eso ante ellos e esto mí antes algunos qué unos yo otro otras otra él tanto esa estos mucho tu puedes puede tiene está están cada si así solo aquí hacer',
  pt: 'o a os as de do da dos das e que em um uma é por com não para se sua seu ao no na nos nas como mais mas foi ele ela ou ser quando muito há já está eu também só pelo pela até isso entre era depois sem mesmo aos seus quem me esse eles você vocês tem têm num numa suas minha às essa este esta aqui pode cada assim onde você fazer então nem são',
  fr: 'le la les de des du et que en un une est pour avec ne pas par sur se son sa ses au aux ce cette ces il elle on nous vous ils plus mais ou où qui dans sont comme tout être fait sans leur leurs bien peut si même aussi votre vos y a ont cela quand très entre deux dont encore alors ici avant après chaque soit faut',
  de: 'der die das und in zu den mit von auf ist für nicht ein eine einen einem einer des dem im sich es auch an als wie aus bei nach so noch oder aber sie wir ihr du ich man nur wenn dass werden wird hat sind war kann mehr um über vor zur zum bis durch ohne gegen unter was wer wo mein dein sein ihre dann schon hier immer alle jeder dir dich diese dieser dieses gibt',
  it: "il lo la i gli le di del della dei delle e che in un una uno è per con non si su al alla da dal dalla nel nella come più ma anche o se ci sono ha ho questo questa questi queste quello quella suo sua loro tutto tutti quando dove chi cosa senza fra tra fino già molto puoi può ogni solo così qui essere fare prima dopo perché mi ti nei nelle sui sulla agli d'un l' dell' all'",
  vi: 'và của là có được cho không một các những trong với này để khi người từ đã đến bạn ra như về cũng vào lại nếu sẽ hay nhiều ở trên theo thì đó bị phải làm còn rất mà bằng sau nó chỉ hoặc tôi mỗi nào gì đang vì hơn cả dưới mình nên lên trước cùng giữa nhưng',
  id: 'yang dan di itu dengan untuk tidak ini dari dalam akan pada juga saya ke karena tersebut bisa ada mereka lebih kata tahun sudah atau saat oleh menjadi orang ia telah adalah seperti sebagai bahwa dapat para harus namun kita dua satu masih hari hanya kamu anda jika agar bila tanpa setiap lalu lain semua apa siapa mana bukan belum sampai secara sebuah tetapi saja punya',
};

const stopWordWeights: ReadonlyMap<string, ReadonlyMap<LatinLocale, number>> = computeWeights();

function computeWeights(): Map<string, Map<LatinLocale, number>> {
  const localesByWord = new Map<string, LatinLocale[]>();
  for (const [locale, list] of Object.entries(stopWords) as [LatinLocale, string][]) {
    for (const word of new Set(list.split(' ')))
      localesByWord.set(word, [...(localesByWord.get(word) ?? []), locale]);
  }
  return new Map(
    [...localesByWord].map(([word, locales]) => [
      word,
      new Map(locales.map((locale) => [locale, 1 / locales.length ** 1.5])),
    ]),
  );
}

const letterPatterns: readonly [RegExp, LatinLocale, number][] = [
  [/[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu, 'vi', 0.5],
  [/ß/g, 'de', 0.7],
  [/[äöü]/g, 'de', 0.25],
  [/[ñ¿¡]/g, 'es', 0.7],
  [/[ãõ]/g, 'pt', 0.35],
  [/ç(?=ã|õ)/g, 'pt', 0.5],
  [/[œ]|\b(?:l|d|qu|n|j|c|s)['’](?=\p{L})/gu, 'fr', 0.4],
  [/\b(?:dell|all|dall|nell|sull|un|l)['’](?=\p{L})/gu, 'it', 0.4],
];

const minWords = 6;
const minScore = 1.2;

export interface LanguageScores {
  wordCount: number;
  scores: Map<Locale, number>;
}

export function scoreLanguages(text: string): LanguageScores {
  const lowercase = text.normalize('NFC').toLowerCase();
  const scores = new Map<Locale, number>();
  const addScore = (locale: Locale, score: number) => scores.set(locale, (scores.get(locale) ?? 0) + score);
  const han = count(lowercase, /\p{Script=Han}/gu);
  const thai = count(lowercase, /\p{Script=Thai}/gu);
  if (han > 0) addScore('zh', han * 0.4);
  if (thai > 0) addScore('th', thai * 0.15);
  const words = lowercase.match(/\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu) ?? [];
  for (const word of words) {
    for (const [locale, weight] of stopWordWeights.get(word) ?? []) addScore(locale, weight);
  }
  for (const [pattern, locale, weight] of letterPatterns) {
    const matches = count(lowercase, pattern);
    if (matches > 0) addScore(locale, matches * weight);
  }
  return { wordCount: words.length + Math.ceil(han / 2) + Math.ceil(thai / 4), scores };
}

/** null if the text is too short or ambiguous. */
export function detectLanguage(text: string): Locale | null {
  const { wordCount, scores } = scoreLanguages(text);
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (wordCount < minWords || !first || first[1] < minScore) return null;
  return second && second[1] * 1.3 > first[1] ? null : first[0];
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
