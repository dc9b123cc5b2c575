import type { LocalizedText } from '../schema.ts';
import tagNames from './tags.json' with { type: 'json' };

export interface SeedCategory {
  slug: string;
  color: string;
  names: LocalizedText;
  descriptions: LocalizedText;
}

export const seedCategories: readonly SeedCategory[] = [
  {
    slug: 'guides',
    color: '#c2410c',
    names: {
      en: 'Guides',
      es: 'Guías',
      pt: 'Guias',
      fr: 'Guides',
      de: 'Anleitungen',
      it: 'Guide',
      zh: '使用指南',
      vi: 'Hướng dẫn',
      id: 'Panduan',
      th: 'คู่มือ',
    },
    descriptions: {
      en: 'How to save what you need, step by step.',
      fr: 'Enregistrer ce qu’il vous faut, étape par étape.',
      de: 'Schritt für Schritt speichern, was du brauchst.',
      it: 'Salvare quello che ti serve, passo dopo passo.',
      id: 'Cara menyimpan yang Anda perlukan, langkah demi langkah.',
      th: 'วิธีบันทึกสิ่งที่คุณต้องการ ทีละขั้นตอน',
    },
  },
  {
    slug: 'formats',
    color: '#0f766e',
    names: {
      en: 'Formats',
      es: 'Formatos',
      pt: 'Formatos',
      fr: 'Formats',
      de: 'Formate',
      it: 'Formati',
      zh: '文件格式',
      vi: 'Định dạng',
      id: 'Format',
      th: 'รูปแบบไฟล์',
    },
    descriptions: {
      en: 'Videos, pictures and GIFs: what the files are and which to choose.',
      fr: 'Vidéos, images et GIF : ce que sont les fichiers et lesquels choisir.',
      de: 'Videos, Bilder und GIFs: was in den Dateien steckt und welche du nehmen solltest.',
      it: 'Video, immagini e GIF: che cosa sono i file e quali scegliere.',
      id: 'Video, gambar, dan GIF: apa sebenarnya filenya dan mana yang sebaiknya dipilih.',
      th: 'วิดีโอ รูปภาพ และ GIF แต่ละไฟล์คืออะไร และควรเลือกแบบไหน',
    },
  },
  {
    slug: 'privacy',
    color: '#6d28d9',
    names: {
      en: 'Privacy',
      es: 'Privacidad',
      pt: 'Privacidade',
      fr: 'Vie privée',
      de: 'Datenschutz',
      it: 'Privacy',
      zh: '隐私',
      vi: 'Quyền riêng tư',
      id: 'Privasi',
      th: 'ความเป็นส่วนตัว',
    },
    descriptions: {
      en: 'What is kept, what is not, and how to stay safe.',
      fr: 'Ce qui est conservé, ce qui ne l’est pas, et comment rester en sécurité.',
      de: 'Was aufbewahrt wird, was nicht, und wie du sicher bleibst.',
      it: 'Che cosa si conserva, che cosa no e come restare al sicuro.',
      id: 'Apa yang disimpan, apa yang tidak, dan cara tetap aman.',
      th: 'อะไรที่เก็บ อะไรที่ไม่เก็บ และใช้อย่างไรให้ปลอดภัย',
    },
  },
  {
    slug: 'creators',
    color: '#b91c5c',
    names: {
      en: 'Creators',
      es: 'Creadores',
      pt: 'Criadores',
      fr: 'Créateurs',
      de: 'Urheber',
      it: 'Creatori',
      zh: '创作者',
      vi: 'Nhà sáng tạo',
      id: 'Kreator',
      th: 'ผู้สร้างผลงาน',
    },
    descriptions: {
      en: 'Rights, credit and good manners.',
      fr: 'Droits, mention de l’auteur et savoir-vivre.',
      de: 'Rechte, Quellenangaben und gute Umgangsformen.',
      it: 'Diritti, citazione dell’autore e buone maniere.',
      id: 'Hak, kredit, dan sopan santun.',
      th: 'สิทธิ์ เครดิต และมารยาทที่ดี',
    },
  },
  {
    slug: 'engineering',
    color: '#1d4ed8',
    names: {
      en: 'How it is built',
      es: 'Cómo está hecho',
      pt: 'Como é feito',
      fr: 'Sous le capot',
      de: 'Wie es gebaut ist',
      it: 'Come è fatto',
      zh: '技术原理',
      vi: 'Cách hoạt động',
      id: 'Di balik layar',
      th: 'เบื้องหลังการทำงาน',
    },
    descriptions: {
      en: 'How Unspool works inside.',
      fr: 'Comment Unspool fonctionne de l’intérieur.',
      de: 'Wie Unspool im Inneren funktioniert.',
      it: 'Come funziona Unspool dall’interno.',
      id: 'Cara kerja Unspool dari dalam.',
      th: 'ภายใน Unspool ทำงานอย่างไร',
    },
  },
  {
    slug: 'archive',
    color: '#a16207',
    names: {
      en: 'Keeping things',
      es: 'Guardar y ordenar',
      pt: 'Guardar e organizar',
      fr: 'Conserver et ranger',
      de: 'Aufbewahren',
      it: 'Conservare e ordinare',
      zh: '保存与整理',
      vi: 'Lưu trữ',
      id: 'Menyimpan & menata',
      th: 'การจัดเก็บ',
    },
    descriptions: {
      en: 'Names, folders and archives that last.',
      fr: 'Des noms, des dossiers et des archives qui durent.',
      de: 'Namen, Ordner und Archive, die lange halten.',
      it: 'Nomi, cartelle e archivi che durano.',
      id: 'Nama, folder, dan arsip yang tahan lama.',
      th: 'ชื่อไฟล์ โฟลเดอร์ และคลังที่อยู่ได้นาน',
    },
  },
  {
    slug: 'accessibility',
    color: '#15803d',
    names: {
      en: 'Accessibility',
      es: 'Accesibilidad',
      pt: 'Acessibilidade',
      fr: 'Accessibilité',
      de: 'Barrierefreiheit',
      it: 'Accessibilità',
      zh: '无障碍',
      vi: 'Khả năng tiếp cận',
      id: 'Aksesibilitas',
      th: 'การเข้าถึงสำหรับทุกคน',
    },
    descriptions: {
      en: 'Media that everyone can use.',
      fr: 'Des médias que tout le monde peut utiliser.',
      de: 'Medien, die alle nutzen können.',
      it: 'Contenuti che tutti possono usare.',
      id: 'Media yang bisa dipakai semua orang.',
      th: 'สื่อที่ทุกคนใช้ได้',
    },
  },
];

export const seedTags: readonly { slug: string; names: LocalizedText }[] = Object.entries(tagNames).map(
  ([slug, names]) => ({ slug, names }),
);
