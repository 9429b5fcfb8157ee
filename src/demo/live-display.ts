import { createLogUpdate } from 'log-update';
import { renderBlock, renderLine, type Snapshot } from './progress-view.ts';

const FRAME_MS = 100;
const LINE_MS = 2_000;

/**
 * Shows a launch under way until it is stopped: as a block that is drawn anew on a terminal, as a line now and then
 * elsewhere. Stopping shows the last state.
 */
export function startLiveDisplay(out: NodeJS.WriteStream, look: () => Snapshot): { stop(): void } {
  return out.isTTY ? redrawBlock(out, look) : printLines(out, look);
}

function redrawBlock(out: NodeJS.WriteStream, look: () => Snapshot) {
  const update = createLogUpdate(out);
  const draw = () => update(renderBlock(look()));
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return {
    stop() {
      clearInterval(timer);
      draw();
      update.done();
    },
  };
}

function printLines(out: NodeJS.WriteStream, look: () => Snapshot) {
  const print = () => out.write(`${renderLine(look())}\n`);
  const timer = setInterval(print, LINE_MS);
  return {
    stop() {
      clearInterval(timer);
      print();
    },
  };
}
