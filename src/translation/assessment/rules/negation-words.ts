import type { Locale } from '#i18n/locales.ts';

/** Regular expressions over text in lower case with straight apostrophes. */
interface NegationWords {
  /** Says "not" by itself. */
  negation: string;
  /** May be the translation of a negation, or be translated with one: "without", "hardly", "fail to". */
  weak: string;
  /** Contains a word of `negation`, and languages translate it without one: "not only", "don't forget". */
  idiom: string;
}

export const negationWords: Record<Locale, NegationWords> = {
  en: {
    negation: 'not|never|(?<!a )no(?= \\p{L})|nobody|nothing|none|nowhere|neither|nor',
    weak: 'before|only|closed?|shut|deserted|silent|silence|quiet|keep|kept|bad|badly|sick|holds?|held|punctual|on time|expensive|easy|no|nope|without|at all|hardly|barely|scarcely|rarely|seldom|(?<!a )few|fewer|(?<!a )little|less|lacks?|lacked|lacking|miss(?:es|ed|ing)|fail\\p{L}*|refus\\p{L}*|avoid\\p{L}*|prevent\\p{L}*|stop\\p{L}*|forb[aio]\\p{L}+|prohibit\\p{L}*|ban(?:s|ned)|den(?:y|ies|ied)|reject\\p{L}*|los(?:es?|t|ing)|skip\\p{L}*|ignor\\p{L}*|instead|rather|except|unless|far from|free|empty|absent|zero|otherwise|wrong\\p{L}*|false|hidden|bare|beyond|gone|broken|rid of|too \\p{L}+ to|anything but|non-\\p{L}+|\\p{L}{3,}less(?:ly)?|un(?!der|til|i|spool)\\p{L}{4,}|im(?:possib|proper|perfec|patien|polit|mobil|moral)\\p{L}+|in(?:visib|correct|complet|valid|capab|sufficien|accurat|activ|dependen|accessib|consisten|convenien|definit|effectiv|expensiv|secur|edib|evitab|separab)\\p{L}*|ir(?:regular|relevan|reversib|replaceab)\\p{L}*|il(?:legal|legib|logic)\\p{L}*|dis(?:ab|agre|appear|allow|lik|honest|believ|regard|miss)\\p{L}*',
    idiom:
      'not at all|no problem|not (?:\\p{L}+ )?(?:only|just|simply|merely)|not (?:the only|least|to mention|until|till|before|long|far|unlike|unusual|uncommon|bad|exactly|quite|a moment|a second|(?:it|i|you|he|she|we|they|there|this|that|\\p{L}+) ?\\?)|nothing (?:is wrong|but|short of|more than|less than|beats?|like|fancy|new|to lose)|no (?:sooner|matter|doubt|wonder|problem|worries|secret|denying|longer than|later than|more than|less than|fewer than|less|fewer|small|time like|trace|other)|in no time|or (?:not|no)|why (?:not|do not|does not)|why \\p{L}+ not|next to nothing|(?:can|could) not (?:help|wait|agree more|recommend|go wrong|beat|(?:be|have been) (?:\\p{L}+er|more|better)|(?:do|live) without)|(?:do not|never) (?:forget|hesitate|miss|worry|mind|fail|mention|let|stop)|(?:did|will|would|does) not (?:forget|hesitate|fail|matter|mind)|never ?mind|if nothing else|yes and no|(?:better|more) than nothing|like no(?:where|body)',
  },
  es: {
    negation: '(?<!un )(?<!que )no|nunca|jamás|nadie|ningún|ningun[oa]s?|tampoco|nada',
    weak: 'antes|s[oó]lo|solamente|cerrad[oa]s?|cierra|desiert[oa]s?|callad[oa]s?|silencio|puntual\\p{L}*|car[oa]s?|difícil\\p{L}*|únic\\p{L}*|sin|ni|siquiera|apenas|(?<!un )poc[oa]s?|raramente|rara vez|(?<!al )(?<!lo )menos|falt\\p{L}*|carec\\p{L}*|evit\\p{L}*|neg(?:ar|ó|ad)\\p{L}*|niega\\p{L}*|rechaz\\p{L}*|impid\\p{L}*|imped\\p{L}*|prohib\\p{L}*|prohíb\\p{L}*|dej(?:a|an|ó|ar|e|en|aron) de|en vez|en lugar|salvo|excepto|lejos de|vací\\p{L}*|ausen\\p{L}*|cero|falla|fall(?:ó|ar|an|e)|fals[oa]s?|mal|mal[oa]s?|pierd\\p{L}*|perder\\p{L}*|perdi\\p{L}*|ignor\\p{L}*|omit\\p{L}*|desconoc\\p{L}*|desapar\\p{L}*|des(?:activ|conect|habilit|igual|hac|hic)\\p{L}*|imp(?:os|erf|rop)\\p{L}+|in(?:vis|corr|compl|cap|suf|exac|act|acces|cons|defin|efic|evit|segur|útil|édit|móvil|alter)\\p{L}*|ir(?:reg|rel|rev|reemp)\\p{L}*|demasiado \\p{L}+ para|da igual',
    idiom:
      'no pasa nada|no te preocupes|no (?:\\p{L}+ )?(?:solo|sólo|solamente|únicamente|dej\\p{L}+ de)|no (?:obstante|bien|olvid\\p{L}*|(?:te|se|lo|os) (?:olvid\\p{L}*|preocup\\p{L}*|pierd\\p{L}*|lo pierd\\p{L}*)|dud\\p{L}+|hay duda|cabe duda|más|menos|en vano|importa)|¿no\\b|, ?¿?(?:no|verdad)\\?|a no ser|cómo no|por qué no|nada (?:más|menos|como|mejor)|de nada|antes de nada|más que (?:nada|nunca|nadie)|como nunca|como nadie|mejor que (?:nada|nunca|nadie)|hasta que no|no hace mucho|o no\\b|si no\\b|casi nada|nada menos|en nada|puede? no|para nada',
  },
  pt: {
    negation: 'não|nunca|jamais|ninguém|nenhum|nenhuma|nenhuns|nenhumas|nada|tampouco',
    weak: 'antes|só|somente|apenas|fechad[oa]s?|fecha|desert[oa]s?|calad[oa]s?|silêncio|pontual\\p{L}*|car[oa]s?|difícil|únic\\p{L}*|sem|nem|sequer|(?<!um )pouc[oa]s?|raramente|(?<!pelo )(?<!ao )menos|(?<!\\bsent\\p{L}{1,4} )falt\\p{L}*|carec\\p{L}*|evit\\p{L}*|neg(?:ar|ou|ad)\\p{L}*|recus\\p{L}*|rejeit\\p{L}*|imped\\p{L}*|proib\\p{L}*|proíb\\p{L}*|deix(?:a|am|ou|ar|aram) de|par\\p{L}{1,3} de|em vez|em lugar|ao invés|exceto|salvo|longe de|vazi\\p{L}*|ausen\\p{L}*|zero|falh(?:a|ou|ar|am|e)|fals[oa]s?|errad[oa]s?|mal|má|mau|perder\\p{L}*|perd(?:e|em|eu|ido|ida)|ignor\\p{L}*|omit\\p{L}*|desconhec\\p{L}*|desapar\\p{L}*|some[m]?|sumi\\p{L}*|des(?:ativ|conect|habilit|igual|faz|feit)\\p{L}*|imp(?:os|erf|róp)\\p{L}+|in(?:vis|corr|compl|cap|suf|exat|ativ|acess|cons|defin|efic|evit|segur|útil|édit|alter)\\p{L}*|ir(?:reg|rel|rev)\\p{L}*|tanto faz',
    idiom:
      'não faz mal|não tem problema|não (?:\\p{L}+ )?(?:só|apenas|somente|deix\\p{L}+ de)|não (?:obstante|(?:se )?esque\\p{L}*|(?:se )?preocup\\p{L}*|hesit\\p{L}*|perc?[ad]\\p{L}*|há dúvida|importa|à toa)|, ?não (?:é|acha|foi|está)[^?]{0,10}\\?|não é\\?|pois não|a não ser|por que não|nada (?:mais|menos|como|melhor)|de nada|antes de (?:mais )?nada|mais (?:do )?que (?:nada|nunca|ninguém)|como (?:nunca|ninguém)|melhor (?:do )?que (?:nada|nunca)|nem só|ou não\\b|se não\\b|quase nada|por nada|até que não',
  },
  fr: {
    negation:
      "(?:ne|n')(?: |(?=\\p{L}))[^.!?;:…]{0,45}?(?<!\\p{L})(?:pas|jamais|rien|personne|aucune?s?|plus|guère|nulle part|nul|ni)|nul(?:le)? besoin|pas (?:de|d'|encore|du tout|un seul|une seule|très|trop|si|moins|forcément|toujours|besoin)|aucune? |(?:ne|n')(?: |(?=\\p{L}))(?:pas|jamais|rien|plus)",
    weak: "avant|seul\\p{L}*|uniquement|fermée?s?|désert\\p{L}*|silen\\p{L}*|tais\\p{L}*|ponctuel\\p{L}*|à l'heure|ch(?:er|ère)s?|difficil\\p{L}*|qu'à|ne|n'\\p{L}+|nul(?:le)?s?|pas|sans|jamais|rien|personne|aucune?s?|ni|non|guère|à peine|(?<!un )peu|rarement|(?<!au )(?<!du )moins|manqu\\p{L}*|évit\\p{L}*|refus\\p{L}*|rejet\\p{L}*|empêch\\p{L}*|interdi\\p{L}*|arrêt\\p{L}*|cess\\p{L}*|au lieu|plutôt|sauf|hormis|excepté|loin de|vides?|absen\\p{L}*|zéro|mal|faux|fausse\\p{L}*|perd\\p{L}*|ignor\\p{L}*|om[ei]t\\p{L}*|inconnu\\p{L}*|dispar\\p{L}*|dés(?:activ|accord|ordr)\\p{L}*|défai\\p{L}*|imp(?:os|arf|rop)\\p{L}+|in(?:vis|corr|compl|cap|suff|exac|act|access|cons|défin|effic|évit|utile|édit|chang|util)\\p{L}*|ir(?:rég|rel|rév|remp)\\p{L}*|illis\\p{L}*|échou\\p{L}*|peu importe|trop \\p{L}+ pour",
    idiom:
      "de rien|pas de souci|n'importe|(?:n'|ne |non |pas )(?:seulement|uniquement)|(?:n'|ne )\\p{L}+ pas (?:seulement|uniquement|que)|n'est-ce pas|n'hésit\\p{L}+ pas|n'oubli\\p{L}+ pas|ne (?:(?:vous|t'|te) )?(?:inquiét\\p{L}+|manqu\\p{L}+|rat\\p{L}+|tard\\p{L}+)(?: vous)? pas|pourquoi (?:pas|ne pas)|pas à pas|ne [^.!?;:]{0,25} que |n'\\p{L}+ (?:plus )?que |plus que jamais|jamais vu|à jamais|rien de tel|rien (?:que|de plus)|de rien|ou (?:pas|non)\\b|il n'y a qu'\\p{L}*|il n'y a pas que|avant que|à moins que|de peur que|mieux que (?:rien|personne)|avant même|ne fait que",
  },
  de: {
    negation:
      'nicht|kein\\p{L}{0,2}|nie|niemals|niemand\\p{L}{0,2}|nichts|nirgend\\p{L}*|weder|keineswegs|keinerlei',
    weak: 'nur|allein|geschlossen|zu|ruhetag|verlassen|schwieg\\p{L}*|schweig\\p{L}*|still|pünktlich|teuer|schwer|schwierig|vorher|nein|ohne|kaum|(?<!ein )wenig\\p{L}*|selten\\p{L}*|fehl\\p{L}*|mangel\\p{L}*|vermei\\p{L}*|vermied\\p{L}*|verwei\\p{L}*|ablehn\\p{L}*|abgelehnt\\p{L}*|lehn\\p{L}*|verhinder\\p{L}*|verbiet\\p{L}*|verb[oi]t\\p{L}*|stopp\\p{L}*|statt\\p{L}*|anstatt|anstelle|lieber|außer|bevor|erst|fern|frei|\\p{L}{3,}(?:los|lose|losen|loser|loses|frei|freie|freien|leer)|leer\\p{L}*|null|sonst|andernfalls|schlecht\\p{L}*|falsch\\p{L}*|schief\\p{L}*|verl[io]r\\p{L}*|verpass\\p{L}*|ignorier\\p{L}*|überspring\\p{L}*|weglass\\p{L}*|verschw[iu]nd\\p{L}*|un(?!ser|ter|d|s|i|spool)\\p{L}{3,}|egal|gleichgültig|scheiter\\p{L}*|irgend\\p{L}*|vorbei|verzicht\\p{L}*|erspar\\p{L}*|zu \\p{L}+,? um',
    idiom:
      'macht nichts|schon mal|nicht (?:nur|bloß|allein|zuletzt|wahr|einfach nur|lange|weit|selten|umhin|ohne|un\\p{L}+|zu vergessen)|(?:vergiss|vergesst|vergessen sie|zögere?|zögern sie)[^.!?;:]{0,15} nicht|nicht (?:vergessen|verpassen|zögern)|(?:warum|wieso) (?:\\p{L}+ )?nicht|(?:mehr|besser) (?:denn|als) (?:je|nie|nichts)|wie nie(?: zuvor)?|wie kein\\p{L}* (?:ander\\p{L}*)?|nichts (?:als|wie|geht über)|oder nicht|ob nicht|keine (?:sorge|frage|ursache)|kein (?:problem|wunder|zweifel)|so gut wie nichts|fast nichts',
  },
  it: {
    negation: 'non|mai|nessun[oa]?|niente|nulla|né|neanche|nemmeno|neppure',
    weak: 'prima|solo|soltanto|chius[oaie]|desert[oaie]|zitt[oaie]|silenzio|puntual\\p{L}*|car[oaie]|difficil\\p{L}*|unic\\p{L}*|no|senza|(?<!un )poc(?:o|a|hi|he)|raramente|meno|manc\\p{L}*|evit\\p{L}*|neg(?:ar|ò|at)\\p{L}*|rifiut\\p{L}*|respin\\p{L}*|imped\\p{L}*|viet\\p{L}*|proib\\p{L}*|smett\\p{L}*|invece|anziché|piuttosto|tranne|eccetto|salvo|lontan\\p{L}* da|vuot\\p{L}*|assen\\p{L}*|zero|male|cattiv\\p{L}*|fals[oaie]|sbagliat\\p{L}*|perd\\p{L}+|pers[oaie]|ignor\\p{L}*|omett\\p{L}*|salt(?:a|are|ato)|sconosciut\\p{L}*|scompa\\p{L}*|spari\\p{L}+|scoll\\p{L}+|scorret\\p{L}*|dis(?:attiv|abilit|accord|piac)\\p{L}*|imp(?:oss|erf|rop)\\p{L}+|in(?:vis|compl|cap|suff|esat|attiv|access|coer|defin|effic|evit|sicur|util|edit|alter|tatt)\\p{L}*|ir(?:reg|ril|rev|rim)\\p{L}*|illeggi\\p{L}*|alcun\\p{L}*|falli\\p{L}*|troppo \\p{L}+ per',
    idiom:
      "(?:sei|hai|è|avete|siete) mai|non (?:\\p{L}+ )?(?:solo|soltanto|solamente)|non (?:appena|(?:ti |vi |si )?(?:dimentic\\p{L}*|preoccup\\p{L}*|perd\\p{L}*|esit\\p{L}*)|vedo l'ora|per niente|a caso|c'è dubbio|importa|da poco|è (?:vero|così)\\?)|finché (?:\\p{L}+ ){0,4}non|a meno che non|prima che non|come mai|più che mai|come (?:mai|non mai|nessun altr[oa])|se mai|perché no|o (?:no|meno|non)\\b|se non (?:altro|che)?|niente (?:di meglio|male|come)|nient'altro che|di niente|meglio di niente|quasi niente|quanto mai",
  },
  zh: {
    negation: '不|没|沒|未|勿|并非|而非|绝非|毫无|别(?=[再把让给去用急怕])',
    weak: '只|仅|唯|关(?!于|系|心)|闭|沉默|安静|准时|贵|前|不|没|沒|未(?!来)|无(?!论|数|疑|比)|無|非(?!常|洲)|勿|莫|(?<![特分区个级类识性告])别(?!人|墅)|缺|(?<![多至])少|免|避|拒|禁|停|止|否|失败|丢失|忘|漏|错|坏|难(?!得)|除了|除非|(?<!天)空(?!气|间|调|中)|零|反|以外|之前|以前|直到|(?<![刚人])才(?!能)|代替|而是|太(?!阳|太)|消失|以免',
    idiom:
      '不客气|不用谢|没事|没(?:过)?多久|过不了?多久|不像|不一样|不太一样|不大一样|不相同|离不开|少不了|不过|不但|不仅|不只|不止|不单|不光|不同|差不多|不断|不管|不论|不如|不久|不少|不错|不得不|不禁|不妨|不料|不愧|对不起|了不起|不好意思|说不定|要不|不然|忍不住|不由|不得了|不外乎|不约而同|不可或缺|不可思议|不可避免|不满|不亚于|不低于|不超过|不小于|不少于|不多于|不大于|不等|不至于|巴不得|恨不得|迫不及待|想不到|没想到|没关系|没问题|没错|未来|未必|未婚|淹没|沉没|没收|不要忘|别忘|不要错过|别错过|不用担心|别担心|不远|不一会|(\\p{Script=Han})[不没](?:\\1)|有没有|不由自主|不经意|(?:吗|没有|不)[?？]|不见不散|不知不觉|不变|不解|不停|不时|不必说|不易',
  },
  vi: {
    negation: 'không|chưa|chẳng|đừng|chớ|chả',
    weak: 'chỉ|đóng cửa|im|vắng lặng|đúng giờ|đắt|trước|duy nhất|hầu như|ít(?! nhất| nhiều)|hiếm|thiếu|mất|tránh|từ chối|khước từ|ngăn|cấm|dừng|ngừng|thôi|thay vì|trừ|ngoại trừ|trước khi|trống|vắng|sai|tệ|kém|khó|bỏ qua|quên|lỡ|vô(?! cùng| tình)|bất(?! kỳ| kể| cứ| ngờ| chợt| động)|khỏi|miễn|hết|hỏng|thất bại|hại gì|sao đâu',
    idiom:
      'không sao|không có gì|không (?:giống|chỉ|những|gian|khí|trung|ngừng|ít|lâu|kém|sao|dưới|quá|hơn|thể không|khỏi)|hàng không|số không|trên không|bằng không|nếu không|(?:hay|có|được|phải|đúng) không(?= ?[?.,])|không\\?|hay không|chẳng (?:hạn|mấy|những|bao lâu)|chưa(?=\\?)|đừng (?:quên|ngại|lo|bỏ lỡ)|không thể chờ|không bao lâu|chưa kể|chưa đầy',
  },
  id: {
    negation: 'tidak|bukan|bukanlah|tidaklah|jangan|janganlah|belum|tak|tiada|enggak|nggak|takkan',
    weak: 'hanya|cuma|tutup|ditutup|sepi|diam|tepat waktu|mahal|sebelumnya|satu-satunya|tanpa|hampir|nyaris|jarang|sedikit|kurang|hilang|kehilangan|gagal|\\p{L}*tolak\\p{L}*|\\p{L}*hindar\\p{L}*|\\p{L}*cegah\\p{L}*|dilarang|melarang|berhenti|alih-alih|daripada|ketimbang|melainkan|kecuali|sebelum|baru (?:tahu|sadar|ada|akan|bisa)|terlalu|jauh dari|bebas|kosong|nol|salah(?! satu)|buruk|sulit|sukar|susah|lupa\\p{L}*|melewatkan|terlewat|\\p{L}*abai\\p{L}*|nonaktif\\p{L}*|mustahil|habis|entah|anti\\p{L}*',
    idiom:
      'tidak apa-apa|tidak masalah|tidak seperti|(?:tidak|bukan|tak) (?:hanya|cuma|sekadar|saja|semata)|belum lagi|bukan main|jangan-jangan|bukan\\?|bukankah|(?:tidak|tak) (?:lama|lain|jauh|sedikit|jarang|kurang dari|lebih dari|terhitung|sabar|heran|ragu|masalah|apa-apa)|mau tidak mau|jangan (?:lupa|ragu|khawatir|sampai|lewatkan)|atau (?:tidak|belum|bukan)|paling tidak|kalau tidak|jika tidak|(?:tidak|belum)\\?|mengapa tidak|kenapa tidak',
  },
  th: {
    negation: 'ไม่|อย่า(?!ง)|มิได้|มิใช่|มิควร',
    weak: 'เพียง|แค่|เท่านั้น|เฉพาะ|(?<!เ)ปิด|เงียบ|ร้าง|ตรงเวลา|แพง|ก่อน|ไม่|อย่า(?!ง)|มิ(?:ได้|ใช่|ควร|อาจ)|ไร้|ปราศจาก|ห้าม|แทบ|ขาด|พลาด|ล้มเหลว|ปฏิเสธ|เลี่ยง|ป้องกัน|หยุด|เลิก|แทนที่|ยกเว้น|นอกจาก|จนกว่า|ว่างเปล่า|เปล่า|ศูนย์|ผิด|แย่|(?<!อ)ยาก|ลืม|ข้าม|เสีย(?!ดาย|ง|ย)|หาย|(?<!อย่าง)น้อย|(?<!ทั้ง)หมด|พ้น',
    idiom:
      'ไม่เป็นไร|ไม่ต้องเกรงใจ|ไม่(?:เหมือน|ระบุตัวตน|อย่างนั้น|เช่นนั้น|ว่า|เพียง|ใช่แค่|ใช่เพียง|ได้แค่|กี่|นาน|น้อย|งั้น|แน่|ช้า|ไกล|เกิน|ต่ำกว่า|น้อยกว่า|มากกว่า|ผิดหวัง|แพ้|ทันไร|ต้องห่วง|ต้องสงสัย|ถึง)|หรือไม่|หรือยังไม่|อดไม่ได้|ทนไม่ไหว|แทบรอไม่ไหว|รอไม่ไหว|อย่าลืม|อย่าพลาด|อย่าลังเล|ใช่ไหม|ใช่หรือไม่|ไม่ก็|ขาดไม่ได้',
  },
};
