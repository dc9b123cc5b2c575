import type { Locale } from '#i18n/locales.ts';

/** Regular expressions over text from `foldPhrase`. */
interface RefusalPhrases {
  apology: string;
  /** The model itself can't or won't. */
  iCannot: string;
  /** The beginning of `iCannot`, where "not" comes late. */
  unfinished?: string;
  /** Anyone can't. In languages that omit "I", it is enough after an apology. */
  cannot: string;
  act: string;
  object: string;
  /** "As an AI language model". */
  self: string;
  /** Asks for the text that it has, names a policy, or refuses in another order of words. */
  others: string;
}

export const refusalPhrases: Record<Locale, RefusalPhrases> = {
  en: {
    apology:
      '(?:i ?a?m|we ?a?re)? ?(?:so |very |really |terribly |truly )?sorry|i apologi[sz]e|(?:my )?apologies|i ?a?m afraid|unfortunately|regrettably|i regret',
    iCannot:
      'i (?:really |simply |just |also )?(?:cant|cannot|can not|couldnt|could not|wont|will not|must (?:decline|refuse)|have to decline|decline)|i ?a?m (?:really |simply |just )?(?:not (?:able|allowed|permitted|comfortable|going)|unable)|i (?:dont|do not) (?:feel comfortable|think i can)|i ?(?:would|d) (?:prefer|rather) not|(?:sorry|unfortunately|apologies) (?:but )?(?:cant|cannot|can not|unable|not able)',
    cannot:
      'cant|cannot|can not|couldnt|could not|wont|will not|unable|not (?:able|allowed|permitted|possible|available)|unavailable|impossible|dont|doesnt|do not|does not|declin\\w+|refus\\w+',
    act: 'help(?! but| it\\b| \\w+ing)|assist|provid\\w+|fulfil\\w*|comply|translat\\w+|generat\\w+|creat\\w+|writ\\w+|answer|continue|do(?: (?:that|this)|$)|produce|complete|process|summari\\w+|engage|discuss|support|offer|give|proceed|respond|analy\\w+|describe|identify|decline|refuse',
    object:
      '(?:that|this|it|help you)$|with (?:that|this)\\b|(?:this|that|these|your|such|the) (?:\\w+ )?(?:request|content|text|translation|prompt|task|topic|summary|excerpt|title|slug|image|picture|post|material)|(?:a|an|any) (?:translation|summary|excerpt|title|slug|answer)|requests?|content of (?:that|this)',
    self: '(?:as|being) (?:just |only )?an? (?:ai|artificial intelligence|(?:large )?language model)(?: (?:language model|model|assistant|system|chatbot))?(?: (?:i|my|im)\\b|$)|i ?a?m (?:just |only )?an? (?:ai|(?:large )?language model)(?: (?:language model|model|assistant|and|i|trained|created|built)\\b|$)|i ?a?m \\S{2,20} an? (?:ai|(?:large )?language model)\\b.{0,60}? (?:cant|cannot|unable|not able)\\b',
    others:
      'please (?:provide|paste|send)(?: me)?(?: with)? (?:the|your|some) (?:full |actual |complete )?(?:text|content|title|article|post|material|block)|(?:it (?:seems|looks|appears) (?:like |that )?)?(?:you havent|you have not|you didnt|no (?:text|content|material) (?:was|has been)) (?:provide|include|give)d?|(?:this|that|your|the) (?:content|request|text|prompt) (?:may |might )?(?:violates?|goes against|was flagged|(?:cant|cannot|can not|could not) be (?:translated|processed|completed|fulfilled|summari[sz]ed))|(?:request|translation) (?:is |was )?(?:declined|denied|refused|rejected|unavailable|not available)|my (?:guidelines|policies|instructions|programming) (?:dont|do not|doesnt|does not|prevents?|prohibits?|forbids?)\\b|i (?:must |have to )?(?:respectfully|politely) (?:must )?(?:decline|refuse)|(?:im |i am )?(?<!(?:who|that|you|they|people|and|we) )(?:cant|cannot|unable to|not able to) (?:see|view|access) (?:the |this |any )?(?:image|picture|photo)s?|^(?:no )?(?:content|text|material|answer)(?: is)? (?:not available|unavailable|not provided|missing|available)$|(?:could|can|would) you (?:please )?(?:share|provide|send|paste|clarify|tell me) (?:the |your |which |what )?(?:full |whole |original )?(?:text|content|title|article|language)|(?:the |this |your )?(?:request|response|answer) (?:has been |was )?(?:blocked|timed out|filtered)|(?:what|which) language should i\\b',
  },
  es: {
    apology:
      'lo siento|(?:lo )?lamento|disculp\\w+|perdon|me temo|lamentablemente|desafortunadamente|mis disculpas',
    iCannot:
      'no (?:puedo|poder|podre|podria|soy capaz|me es posible|me esta permitido|se me permite|estoy (?:autorizad\\w|capacitad\\w|en condiciones|en posicion))',
    cannot: 'no (?:pued\\w+|pod\\w+|es posible|se permite)|incapaz|imposible|nieg\\w+|rechaz\\w+',
    act: 'ayud\\w+|asist\\w+|proporcion\\w+|cumpl\\w+|traduc\\w+|gener\\w+|cre[ae]\\w*|escrib\\w+|respond\\w+|continu\\w+|hac\\w+|realiz\\w+|complet\\w+|proces\\w+|atend\\w+|ofrec\\w+|brind\\w+|produc\\w+|resum\\w+|facilit\\w+',
    object:
      '(?:eso|esto|ayudar(?:te|l[eo]s?|os))$|con (?:eso|esto)|solicitud|peticion|contenido|texto|traduccion|resumen',
    self: '(?:como|soy|siendo) (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje|asistente de ia)\\b',
    others:
      'por favor (?:proporcion|facilit|envi|peg)\\w* (?:el|tu|su) (?:texto|contenido|titulo|articulo)|no (?:has|ha|se ha) (?:proporcionado|incluido|facilitado) (?:el|ningun) (?:texto|contenido)|no (?:se puede|es posible) (?:traduc|proces|resum)\\w+ (?:este|el) (?:texto|contenido)|traduccion no disponible|solicitud (?:rechazada|denegada)|est[ea] (?:contenido|texto|solicitud) (?:infringe|viola|incumple)|^(?:contenido|texto) (?:no disponible|no proporcionado)$|(?:podrias|puedes|podria|puede) (?:compartir|enviar|proporcionar|indicar)(?:me)? (?:el|tu|su) (?:texto|contenido|titulo|articulo)',
  },
  pt: {
    apology: '(?:me )?desculp\\w+|lamento|sinto muito|peco desculpas?|infelizmente|as minhas desculpas',
    iCannot:
      '(?:eu )?nao (?:posso|poder|consigo|poderei|poderia|me e possivel|sou capaz|tenho permissao|estou (?:autorizad\\w|em condicoes|apt\\w))',
    cannot: 'nao (?:pod\\w+|posso|conseg\\w+|consig\\w+|e possivel|e permitido)|incapaz|impossivel|recus\\w+',
    act: 'ajud\\w+|auxili\\w+|fornec\\w+|cumpr\\w+|atend\\w+|traduz\\w+|ger[ae]\\w+|cri[ae]\\w+|escrev\\w+|respond\\w+|continu\\w+|faz\\w+|realiz\\w+|complet\\w+|process\\w+|oferec\\w+|produz\\w+|resum\\w+|prest\\w+',
    object:
      '(?:isso|isto|ajudar|ajuda l[oa]|te ajudar)$|com (?:isso|isto)|pedido|solicitacao|conteudo|texto|traducao|resumo',
    self: '(?:como uma|sou uma|sendo uma) (?:ia|inteligencia artificial)\\b|(?:como|sou|sendo) (?:um )?(?:modelo de linguagem|assistente de ia)',
    others:
      'por favor (?:fornec|envi|col[ae])\\w* (?:o|seu|o seu) (?:texto|conteudo|titulo|artigo)|(?:voce nao forneceu|nao foi fornecido) (?:o|nenhum) (?:texto|conteudo)|nao (?:e possivel|se pode) (?:traduz|process|resum)\\w+ (?:este|o) (?:texto|conteudo)|traducao (?:nao disponivel|indisponivel)|(?:pedido|solicitacao) (?:recusad|rejeitad|negad)[ao]|est[ea] (?:conteudo|texto|pedido) (?:viola|infringe)|^(?:conteudo|texto) (?:indisponivel|nao disponivel|nao fornecido)$|(?:voce )?(?:poderia|pode) (?:compartilhar|enviar|fornecer) (?:o|seu|o seu) (?:texto|conteudo|titulo|artigo)',
  },
  fr: {
    unfinished: 'je ne',
    apology:
      '(?:je suis )?(?:vraiment |sincerement |profondement )?desolee?|je mexcuse|excuse[zs]? moi|pardon|malheureusement|je regrette|(?:toutes )?mes excuses',
    iCannot:
      '(?:je|j) ?(?:ne |n)?(?:peux|puis|pourrai|pourrais|saurais|suis)(?: malheureusement| vraiment| donc)? pas|il (?:ne )?mest (?:pas possible|impossible)|je suis (?:incapable|dans limpossibilite|dans lincapacite)|ne pas pouvoir|je dois refuser|je refuse|je prefere(?:rais)? ne pas',
    cannot:
      '(?:peu\\w+|puis|pourr\\w+|saur\\w+|pouv\\w+)(?: \\w+)? pas|impossible|incapable|refus\\w+|ne pas pouvoir',
    act: '[dtlmsv]?aider\\w*|[dtlv]?assister|fournir|repondre|satisfaire|traduire|generer|creer|[dl]?ecrire|continuer|faire|realiser|traiter|produire|[dy]?acceder a (?:cette|votre)|resumer|donner suite|proposer|[de]?effectuer|rediger|refuser?',
    object:
      '(?:cela|ca|(?:vous |[td])aider)$|(?:a|pour|avec) (?:cela|ca)|demande|requete|contenu|texte|traduction|resume',
    self: '(?:en tant que?|je suis|etant) ?(?:une? )?(?:ia|intelligence artificielle|modele de langage|modele linguistique|assistante? ia)\\b|en tant quassistante?',
    others:
      '(?:veuillez |merci de )(?:me )?(?:fournir|envoyer|coller) (?:le|votre) (?:texte|contenu|titre|article)|vous navez (?:pas )?(?:fourni|inclus)|(?:ce|le) (?:texte|contenu) ne peut (?:pas )?etre (?:traduit|traite|resume)|traduction (?:non disponible|indisponible)|(?:demande|requete) (?:refusee|rejetee)|(?:ce|cette) (?:contenu|texte|demande) (?:enfreint|viole)|^(?:contenu|texte) (?:indisponible|non disponible|non fourni)$|(?:pourriez vous|pouvez vous|peux tu|pourrais tu) (?:me )?(?:partager|fournir|envoyer|preciser) (?:le|votre|ton) (?:texte|contenu|titre|article)',
  },
  de: {
    unfinished: '(?:kann|darf|werde) ich|ich (?:kann|darf|bin|werde|muss)',
    apology:
      '(?:es )?tut (?:mir|uns) (?:sehr |wirklich |aufrichtig )?leid|entschuldig\\w*|leider|verzeih\\w*|ich bedaure|bedauerlicherweise|sorry',
    iCannot:
      '(?:ich (?:kann|darf|werde|konnte|mochte)|(?:kann|darf|werde) ich)\\b.{0,70}?\\b(?:nicht|kein\\w*)|(?:ich bin|bin ich)\\b.{0,30}?\\bnicht (?:in der lage|befugt|berechtigt)|ich muss (?:das |dies |diese anfrage )?ablehnen|ich lehne',
    cannot:
      '(?:kann|darf|konn\\w+|durf\\w+|werden?|wird|will|wollen)\\b.{0,70}?\\b(?:nicht|kein\\w*)|nicht (?:kann|konn\\w+|darf)|unmoglich|ablehn\\w*|weiger\\w*|lehn\\w+',
    act: '(?:weiter|mit)?helfen|hilft|unterstutz\\w+|behilflich|erfull\\w+|ubersetz\\w+|beantwort\\w+|antworten|erstell\\w+|schreib\\w+|generier\\w+|nachkommen|bereitstell\\w+|liefer\\w+|anbieten|(?:aus|durch|fort)(?:zu)?fuhr\\w+|bearbeit\\w+|fortfahren|geben|entsprechen|erledig\\w+|zusammen(?:zu)?fass\\w+|erzeug\\w+|ablehn\\w+|tun|machen',
    object:
      '^das (?:kann|darf) ich|(?:dir|ihnen) (?:leider )?nicht (?:weiter)?helfen$|aufgabe|dabei|damit|hierbei|anfrage|inhalt\\w*|text\\w*|ubersetzung|diese bitte|zusammenfassung',
    self: '(?:als|ich bin)(?: nur)? (?:eine? )?(?:ki|kunstliche intelligenz|(?:grosses )?sprachmodell|ki (?:assistent\\w*|modell|sprachmodell))\\b',
    others:
      'bitte (?:gib|geben sie|sende|senden sie|stelle|stellen sie|fuge|fugen sie) (?:mir )?(?:den|deinen|ihren) (?:text|inhalt|titel|artikel|beitrag)|(?:es wurde|du hast|sie haben) (?:noch )?keinen (?:text|inhalt) (?:angegeben|ubermittelt|bereitgestellt|geschickt)|(?:dieser|der) (?:text|inhalt) (?:kann|darf) (?:leider )?nicht (?:ubersetzt|verarbeitet|zusammengefasst)|ubersetzung (?:leider )?nicht (?:verfugbar|moglich)|anfrage (?:wurde )?abgelehnt|diese[rs]? (?:inhalt|text|anfrage) verstosst|^(?:inhalt|text) (?:nicht verfugbar|nicht vorhanden|fehlt)$|(?:konnten sie|konntest du|kannst du|konnen sie) (?:mir )?(?:bitte )?(?:den|deinen|ihren) (?:\\w+ )?(?:text|inhalt|titel|artikel) (?:schick|send|geb|nenn|mitteil)',
  },
  it: {
    apology: 'mi (?:di)?spiace|scus\\w+|purtroppo|(?:sono )?spiacente|mi scuso|chiedo scusa|le mie scuse',
    iCannot:
      'non (?:posso|poter|riesco|potro|potrei|sono in grado|mi e possibile|mi e consentito|sono autorizzat\\w|ho (?:la possibilita|il permesso))',
    cannot:
      'non (?:pos\\w+|puo\\w*|pot\\w+|riesc\\w+|e possibile|e consentito|siamo in grado)|impossibile|incapace|rifiut\\w+',
    act: 'aiut\\w+|assist\\w+|forn\\w+|soddisf\\w+|tradu\\w+|gener\\w+|cre[ae]\\w+|scriv\\w+|rispond\\w+|continu\\w+|far\\w*|complet\\w+|elabor\\w+|offr\\w+|produ\\w+|riassum\\w+|esaud\\w+|esegu\\w+|proced\\w+|dar\\w+',
    object:
      '(?:questo|cio|aiutar(?:ti|la|vi))$|(?:con|in) (?:questo|cio)|richiest\\w+|contenut\\w+|testo|traduzione|riassunto',
    self: '(?:come|in quanto|essendo|sono) (?:un |una |un)?(?:intelligenza artificiale|modello (?:linguistico|di linguaggio)|assistente (?:ia|ai|virtuale))\\b|(?:come|in quanto|essendo|sono) (?:una? |un)(?:ia|ai)\\b|in quanto (?:ia|ai)\\b',
    others:
      '(?:per favore |ti prego di )(?:forniscimi|fornisci|fornire|invia|incolla) (?:il|il tuo|il suo) (?:testo|contenuto|titolo|articolo)|non (?:hai|ha|e stato) fornito (?:il|alcun) (?:testo|contenuto)|non (?:e possibile|si puo) (?:tradu|elabor|riassum)\\w+ (?:questo|il) (?:testo|contenuto)|traduzione non disponibile|richiesta (?:rifiutata|respinta|negata)|quest[oa] (?:contenuto|testo|richiesta) viola|^(?:contenuto|testo) (?:non disponibile|non fornito|indisponibile)$|(?:potresti|puoi|potrebbe) (?:condividere|fornir\\w+|inviar\\w+) (?:il|il tuo) (?:testo|contenuto|titolo|articolo)',
  },
  zh: {
    apology: '(?:非常|很|十分|真的)?(?:抱歉|遗憾|遺憾)|对不起|對不起|不好意思',
    iCannot:
      '我们?(?:暂时|目前|恐怕|也|还|真的|實在|实在)?(?:无法|無法|不能|没办法|沒辦法|没法|不可以|不便|无权|拒绝|拒絕)',
    cannot: '无法|無法|不能|不可|没办法|沒辦法|没法|不便|无权|拒绝|拒絕',
    act: '帮|幫|翻|协助|協助|提供|翻译|翻譯|生成|回答|完成|满足|滿足|处理|處理|执行|執行|继续|繼續|撰写|创作|回应|回應|总结|答复|支持|给到',
    object: '请求|請求|要求|内容|內容|文本|翻译|此类|这个|這個|这类|该',
    self: '(?:作为|作為|我是|我只是)(?:一个|一個|一名|一款)?(?:人工智能|人工智慧|ai|(?:大型?)?(?:语言|語言)模型)',
    others:
      '请(?:您|你)?(?:提供|发送|粘贴)(?:您|你)?(?:需要|要)?.{0,8}(?:文本|内容|标题|文章|原文)|(?:您|你)(?:没有|未)提供|我(?:帮不了|帮不上)|(?:这个|這個|该|此)?(?:问题|問題|话题|話題|内容|內容|请求|請求)我?(?:暂时|暫時|目前)?(?:无法|無法|不能)(?:回答|提供|翻译|翻譯|协助|協助|处理|處理|继续|繼續)|(?:让我们|咱们|我们)?换个话题|我(?:无法|不能)帮助?(?:你|您)$|^(?:内容|文本|此内容|该内容)(?:不可用|不存在|无法显示|缺失)$|^(?:暂无|没有)(?:内容|文本|翻译|译文)$|(?:能否|可以|请问).{0,6}(?:提供|发送|分享).{0,8}(?:文本|全文|原文)',
  },
  vi: {
    apology: '(?:toi |minh |chung toi |thanh that |rat |that )*(?:xin loi|rat tiec|lay lam tiec|tiec la)',
    iCannot:
      '(?:toi|minh|em)(?: rat tiec| hien| cung| se)? (?:khong the|khong duoc phep|khong co kha nang|khong du kha nang|chua the|tu choi|buoc phai tu choi)',
    cannot: 'khong (?:the|duoc|co kha nang|du kha nang)|chua the|tu choi',
    act: 'giup|ho tro|cung cap|thuc hien|dich|tao|viet|tra loi|tiep tuc|dap ung|hoan thanh|xu ly|tom tat|lam',
    object: '(?:dieu|viec) (?:nay|do)|yeu cau|noi dung|ban dich|van ban|tom tat',
    self: 'la (?:mot )?(?:tri tue nhan tao|mo hinh ngon ngu|tro ly (?:ai|ao))|la mot ai\\b',
    others:
      '(?:vui long|xin hay) (?:cung cap|gui|dan)(?: cho toi)? (?:van ban|noi dung|tieu de|bai viet)|ban chua cung cap|toi khong the giup(?: do)? ban$|khong the dich (?:van ban|noi dung) nay|yeu cau (?:da )?bi tu choi|noi dung nay vi pham|^(?:noi dung|van ban) (?:khong kha dung|khong co san|khong ton tai)$|^khong co (?:noi dung|van ban)$|ban co the (?:cung cap|gui|chia se) (?:van ban|noi dung|tieu de)',
  },
  id: {
    apology: '(?:saya |kami )?(?:mohon |minta |memohon )?maaf\\w*|sayangnya|dengan menyesal|saya menyesal',
    iCannot:
      'saya (?:juga |hanya |sungguh )?(?:tidak (?:dapat|bisa|mampu|boleh|diizinkan|diperbolehkan)|belum (?:dapat|bisa)|tak (?:dapat|bisa)|menolak|harus menolak)',
    cannot: '(?:tidak|belum|tak) (?:dapat|bisa|mampu|boleh|diizinkan|diperbolehkan)|menolak',
    act: 'membantu|memberi\\w*|menyediakan|memenuhi|menerjemahkan|membuat|menulis|menjawab|melanjutkan|melakukan|menghasilkan|memproses|menyelesaikan|merangkum|menanggapi|mendukung|menolak|penuhi|bantu|terjemahkan|lakukan|berikan',
    object: 'hal (?:itu|ini|tersebut)|permintaan|konten|teks|terjemahan|ringkasan|(?:itu|ini)$',
    self: '(?:sebagai|saya adalah|saya) (?:hanya )?(?:sebuah |suatu )?(?:ai|kecerdasan buatan|model bahasa|asisten (?:ai|virtual))\\b',
    others:
      '(?:silakan|mohon|harap|tolong) (?:berikan|kirimkan|sediakan|tempelkan) (?:teks|konten|judul|artikel)|anda belum memberikan|saya tidak (?:dapat|bisa) membantu(?: anda| kamu)?$|(?:teks|konten) ini tidak (?:dapat|bisa) diterjemahkan|terjemahan tidak tersedia|permintaan (?:anda )?ditolak|konten ini melanggar|^(?:konten|teks) tidak tersedia$|^tidak ada (?:konten|teks)$|(?:bisakah|dapatkah|bolehkah) anda (?:memberikan|mengirim\\w*|membagikan) (?:teks|konten|judul)',
  },
  th: {
    apology: '(?:ต้อง)?ขออภัย|ขอโทษ|(?:รู้สึก)?เสียใจ|น่าเสียดาย',
    iCannot: '(?:ฉัน|ผม|ดิฉัน|ข้าพเจ้า|หนู|เรา) ?(?:จึง|ก็|คง)?(?:ไม่(?:สามารถ|อาจ|ได้รับอนุญาต)|ขอปฏิเสธ|ต้องปฏิเสธ)',
    cannot: 'ไม่(?:สามารถ|อาจ|ได้รับอนุญาต)|ไม่ได้|ปฏิเสธ',
    act: 'ช่วย|แปล|สร้าง|เขียน|ตอบ|ดำเนินการ|ให้|ทำ|ปฏิบัติตาม|สรุป|จัดทำ|สนับสนุน|ปฏิเสธ',
    object: 'คำขอ|เนื้อหา|ข้อความ|เรื่องนี้|คำแปล|สิ่งนี้',
    self: '(?:ในฐานะ(?:ที่เป็น)?|(?:ฉัน|ผม|ดิฉัน)เป็น(?:เพียง|แค่)?) ?(?:ai|เอไอ|ปัญญาประดิษฐ์|โมเดลภาษา|แบบจำลองภาษา|ผู้ช่วย ?ai)',
    others:
      '(?:กรุณา|โปรด) ?(?:ให้|ส่ง|ระบุ|วาง) ?(?:ข้อความ|เนื้อหา|ชื่อเรื่อง|บทความ)(?! ?อีกครั้ง)|(?:ขออภัย|ขอโทษ).{0,10}ช่วย.{0,20}ไม่ได้|(?:ฉัน|ผม|ดิฉัน)ช่วยคุณไม่ได้|ไม่สามารถแปล(?:ข้อความ|เนื้อหา)นี้|คำขอ(?:ของคุณ)?ถูกปฏิเสธ|เนื้อหานี้(?:ละเมิด|ขัดต่อ)|^(?:เนื้อหา|ข้อความ)(?:ไม่พร้อมใช้งาน|ไม่มีอยู่)$|^ไม่มี(?:เนื้อหา|ข้อความ)$|ช่วย(?:ส่ง|ระบุ|ให้) ?(?:ข้อความ|เนื้อหา)(?:ต้นฉบับ|ทั้งหมด)',
  },
};
