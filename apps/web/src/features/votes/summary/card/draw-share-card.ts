import crowdPath from '#/ui/lightstick-crowd.svg';
import { textPen } from './canvas-text.ts';
import { drawPlace } from './draw-podium.ts';
import { card, drawStage } from './draw-stage.ts';
import { drawFigures, drawHeading } from './draw-words.ts';
import { loadPicture } from './load-picture.ts';
import type { ShareCardContent } from './share-card-content.ts';

const portraitSize = { width: 800, height: 960 };
const crowdSize = { width: card.width, height: 200 };

/**
 * Draws the card and answers it as a PNG of 1080 by 1350 pixels. `place` is where the event is found, such as the host's
 * name. Throws when a picture cannot be had or the browser has no canvas to draw on.
 */
export async function drawShareCard(content: ShareCardContent, place: string): Promise<Blob> {
  const [crowd, ...portraits] = await Promise.all([
    loadPicture(crowdPath, crowdSize),
    ...content.podium.map(({ portraitUrl }) => loadPicture(portraitUrl, portraitSize)),
    loadFonts(),
  ]);
  const canvas = document.createElement('canvas');
  canvas.width = card.width;
  canvas.height = card.height;
  const context = canvas.getContext('2d');
  if (!context || !crowd) throw new Error('This browser has no canvas to draw on.');

  const pen = textPen(context, getComputedStyle(document.body).fontFamily);
  drawStage(context, content, crowd);
  drawHeading(context, pen, content);
  for (const [index, idol] of content.podium.entries()) {
    const portrait = portraits[index];
    if (portrait) drawPlace(context, pen, { idol, portrait, index });
  }
  drawFigures(context, pen, content, place);
  return pngOf(canvas);
}

/** A canvas draws with what is loaded at that moment and waits for nothing. */
async function loadFonts(): Promise<undefined> {
  await Promise.all([600, 700, 800].map((weight) => document.fonts.load(`${weight} 40px Figtree`)));
  await document.fonts.ready;
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png');
  });
}
