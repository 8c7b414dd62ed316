const colours = ['#ff6fa5', '#ffd86b', '#7c5cff', '#5be3c6', '#ffffff'];
const pieces = 90;
const lifeMs = 1900;

type Piece = { x: number; y: number; dx: number; dy: number; turn: number; size: number; colour: string };

function burst(x: number, y: number): Piece[] {
  return Array.from({ length: pieces }, (_, index) => {
    const angle = -Math.PI / 2 + (Math.random() - 0.5) * 1.6;
    const speed = 7 + Math.random() * 12;
    return {
      x,
      y,
      dx: Math.cos(angle) * speed,
      dy: Math.sin(angle) * speed,
      turn: Math.random() * 6,
      size: 5 + Math.random() * 6,
      colour: colours[index % colours.length] ?? '#ffffff',
    };
  });
}

/** Returns a canvas over everything, also over an open dialog, that takes no touches. */
function openCanvas(scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth * scale;
  canvas.height = innerHeight * scale;
  canvas.setAttribute('popover', 'manual');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.className =
    'pointer-events-none fixed inset-0 z-50 m-0 size-full max-h-none max-w-none border-0 bg-transparent p-0';
  (document.querySelector('dialog[open]') ?? document.body).append(canvas);
  canvas.showPopover?.();
  return canvas;
}

function draw(context: CanvasRenderingContext2D, piece: Piece, scale: number): void {
  context.setTransform(scale, 0, 0, scale, piece.x * scale, piece.y * scale);
  context.rotate(piece.turn);
  context.fillStyle = piece.colour;
  context.fillRect(-piece.size / 2, -piece.size / 4, piece.size, piece.size / 2);
}

/**
 * Throws one burst of confetti for something the server has confirmed; none for those who prefer less motion. The
 * motion is scaled by the time between frames, so that it looks alike at 60 and 120 Hz.
 */
export function celebrate(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const scale = Math.min(2, devicePixelRatio);
  const canvas = openCanvas(scale);
  const context = canvas.getContext('2d');
  if (!context) return canvas.remove();
  const flying = burst(innerWidth / 2, innerHeight * 0.6);
  const startedAt = performance.now();
  let previous = startedAt;

  const frame = (now: number) => {
    const step = Math.min(2.5, (now - previous) / 16.7);
    previous = now;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = Math.max(0, 1 - (now - startedAt) / lifeMs);
    for (const piece of flying) {
      piece.dy += 0.34 * step;
      piece.dx *= 0.985;
      piece.x += piece.dx * step;
      piece.y += piece.dy * step;
      piece.turn += 0.14 * step;
      draw(context, piece, scale);
    }
    if (now - startedAt < lifeMs) requestAnimationFrame(frame);
    else canvas.remove();
  };
  requestAnimationFrame(frame);
}
