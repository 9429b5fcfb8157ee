import sharp from 'sharp';

/** The images of the invented product, PNG. */
export interface ProductImages {
  /** 512 by 512 pixels. */
  icon: Buffer;
  /** 1280 by 800 pixels. */
  screenshot: Buffer;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
  color: string;
}

const INK = '#12312b';
const GREEN = '#1f7a63';
const MINT = '#8fd9c0';
const PAPER = '#f6faf8';
const LINE = '#dbe8e3';

const ICON_BARS: Box[] = [
  { left: 112, top: 280, width: 72, height: 120, color: MINT },
  { left: 220, top: 200, width: 72, height: 200, color: PAPER },
  { left: 328, top: 112, width: 72, height: 288, color: MINT },
];

const WEEK = [140, 210, 180, 260, 300, 240, 340];

const SCREENSHOT_BOXES: Box[] = [
  { left: 0, top: 0, width: 220, height: 800, color: INK },
  { left: 32, top: 40, width: 120, height: 20, color: MINT },
  ...[120, 168, 216, 264].map((top) => ({ left: 32, top, width: 150, height: 12, color: GREEN })),
  ...[260, 590, 920].map((left) => ({ left, top: 48, width: 300, height: 130, color: LINE })),
  ...[284, 614, 944].map((left) => ({ left, top: 72, width: 110, height: 14, color: GREEN })),
  ...[284, 614, 944].map((left) => ({ left, top: 112, width: 180, height: 34, color: INK })),
  ...WEEK.map((height, day) => ({ left: 290 + day * 136, top: 700 - height, width: 84, height, color: GREEN })),
  { left: 260, top: 704, width: 960, height: 4, color: LINE },
];

/** Draws the images from plain boxes, which need no font on the machine. */
export async function drawProductImages(): Promise<ProductImages> {
  return {
    icon: await draw(512, 512, GREEN, ICON_BARS),
    screenshot: await draw(1_280, 800, PAPER, SCREENSHOT_BOXES),
  };
}

function draw(width: number, height: number, background: string, boxes: Box[]): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(boxes.map(({ left, top, color, ...size }) => ({ input: filled(size, color), left, top })))
    .png()
    .toBuffer();
}

function filled(size: { width: number; height: number }, background: string) {
  return { create: { ...size, channels: 3 as const, background } };
}
