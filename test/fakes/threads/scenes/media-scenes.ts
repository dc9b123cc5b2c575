import { kenji, lina, mira, noor, otto, somchai } from '../authors.ts';
import { albumClips, clips, images, mixedItems } from '../media-files.ts';
import { mediaScene } from './compose-scene.ts';

export const mediaScenes = {
  photo: mediaScene('One photo, stored as WebP', {
    code: 'DemoPhoto01',
    author: mira,
    text: 'First light over hills that do not exist. 🌄\nDrawn by a few sine waves and a lot of patience.',
    content: { kind: 'photo', image: images.photo, alt: 'A pale sun above layered blue hills' },
  }),
  photoJpg: mediaScene('One photo, JPEG', {
    code: 'DemoPhotoJ2',
    author: lina,
    text: 'Abendrot, ganz ohne Filter 🌇 Zwei Berge weiter wird schon gefrühstückt.',
    content: { kind: 'photo', image: images.sunset },
  }),
  photoWithLargerCrop: mediaScene('A small panorama with square crops larger than itself', {
    code: 'DemoPanoram',
    author: otto,
    text: 'Wide and small. Please do not crop me to a square.',
    content: { kind: 'photo', image: images.panorama, largeCrops: true },
  }),
  video: mediaScene('One portrait video with sound', {
    code: 'DemoVideo01',
    author: mira,
    text: 'The sun took a small walk this morning ☀️🚶 Sound on.',
    content: { kind: 'video', clip: clips.portrait },
  }),
  videoLargerSource: mediaScene('A video uploaded in 1440x2560 and delivered in 720x1280', {
    code: 'DemoVideoHD',
    author: kenji,
    text: '上传的时候是 1440×2560，播放的时候是 720×1280。山还是那座山。🏔️',
    content: { kind: 'video', clip: clips.capped },
  }),
  carouselVideos: mediaScene('An album of five videos', {
    code: 'DemoAlbum_5',
    author: lina,
    text: 'Five little mornings, in order. 1️⃣2️⃣3️⃣4️⃣5️⃣',
    content: { kind: 'carousel', items: albumClips },
  }),
  carouselMixed: mediaScene('An album of twenty photos and videos', {
    code: 'DemoAlbum20',
    author: somchai,
    text: 'ยี่สิบภาพจากภูเขาที่ไม่มีอยู่จริง 🎨 มีทั้งรูปและวิดีโอ เลื่อนดูให้ครบนะ',
    content: { kind: 'carousel', items: mixedItems },
  }),
  gif: mediaScene('A GIF from the picker', {
    code: 'DemoGifWave',
    author: otto,
    text: null,
    content: { kind: 'gif', firstParty: false },
  }),
  gifFirstParty: mediaScene('A GIF served by the first-party proxy', {
    code: 'DemoGif1st_',
    author: noor,
    text: 'موجة صغيرة من التلال 👋',
    content: { kind: 'gif', firstParty: true },
  }),
  silentLoop: mediaScene('An uploaded GIF: a short silent video', {
    code: 'DemoLoopGif',
    author: kenji,
    text: 'round and round 🔁',
    content: { kind: 'video', clip: clips.loop },
  }),
  voice: mediaScene('A voice note', {
    code: 'DemoVoice01',
    author: mira,
    text: 'Three seconds of a very small synthesizer 🎙️',
    content: { kind: 'voice' },
  }),
};
