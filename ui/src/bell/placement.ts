export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Placement {
  readonly top?: number;
  readonly bottom?: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

const PANEL: Size = { width: 440, height: 700 };
const GAP = 10;
const MARGIN = 12;

/** Hangs the panel from the bell: below unless there is clearly more room above, and never outside the window. */
export function placePanel(bell: Box, view: Size): Placement {
  const width = Math.min(PANEL.width, view.width - 2 * MARGIN);
  const isOnTheRight = (bell.left + bell.right) / 2 > view.width / 2;
  const wantedLeft = isOnTheRight ? bell.right - width : bell.left;
  const left = Math.max(MARGIN, Math.min(wantedLeft, view.width - width - MARGIN));
  const roomBelow = view.height - bell.bottom - GAP - MARGIN;
  const roomAbove = bell.top - GAP - MARGIN;
  if (roomAbove > roomBelow && roomBelow < PANEL.height / 2) {
    return { bottom: view.height - bell.top + GAP, left, width, height: Math.min(PANEL.height, roomAbove) };
  }
  return { top: bell.bottom + GAP, left, width, height: Math.min(PANEL.height, roomBelow) };
}
