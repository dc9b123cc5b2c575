/** Of the demo articles. Has no account. */
export const seedAuthor = {
  slug: 'mira-lindqvist',
  name: 'Mira Lindqvist',
  bios: {
    en: 'Mira writes about saving and archiving what people share online.',
    es: 'Mira escribe sobre cómo guardar y archivar lo que la gente comparte en internet.',
    pt: 'Mira escreve sobre como salvar e arquivar o que as pessoas compartilham na internet.',
    fr: 'Mira écrit sur la façon d’enregistrer et d’archiver ce que les gens partagent en ligne.',
    de: 'Mira schreibt darüber, wie sich speichern und archivieren lässt, was Menschen im Netz teilen.',
    it: 'Mira scrive su come salvare e archiviare ciò che le persone condividono online.',
    zh: 'Mira 撰写有关保存和归档网络分享内容的文章。',
    vi: 'Mira viết về cách lưu và lưu trữ những gì mọi người chia sẻ trên mạng.',
    id: 'Mira menulis tentang cara menyimpan dan mengarsipkan hal-hal yang dibagikan orang di internet.',
    th: 'Mira เขียนเกี่ยวกับการบันทึกและจัดเก็บสิ่งที่ผู้คนแบ่งปันบนอินเทอร์เน็ต',
  },
};
