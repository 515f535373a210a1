// uPlot reads the pixel ratio when it loads. At 2 or more its canvases stay sharp on paper.
if (window.devicePixelRatio < 2) {
  Object.defineProperty(window, 'devicePixelRatio', {value: 2});
}
