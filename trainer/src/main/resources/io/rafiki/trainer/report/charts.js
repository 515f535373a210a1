// Draws each figure.chart of the page with uPlot from the JSON that the figure contains.
(() => {
  'use strict';
  const PRINT_WIDTH = 680;
  const MAX_POINTS_ON_LINE = 60;
  const GROUP_WIDTH = 0.8;
  const CLOCK_STEPS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];
  const root = document.documentElement;
  const color = name => getComputedStyle(root).getPropertyValue('--' + name).trim();
  const font = () => '12px ' + getComputedStyle(document.body).fontFamily;

  function clock(seconds) {
    const two = value => String(value).padStart(2, '0');
    const whole = Math.round(seconds);
    const minutes = Math.floor(whole / 60);
    return (minutes < 60 ? minutes : Math.floor(minutes / 60) + ':' + two(minutes % 60)) + ':' + two(whole % 60);
  }

  function format(axis, value) {
    if (value == null) return '–';
    if (axis.categories) return axis.categories[Math.round(value)] ?? '';
    if (axis.clock) return clock(value);
    const size = Math.abs(value);
    const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
    return new Intl.NumberFormat('en', {maximumFractionDigits: digits}).format(value) + (axis.unit ?? '');
  }

  // One row for each x of any series, and for both ends of the axis.
  function table(spec) {
    const xs = new Set([spec.x.min, spec.x.max]);
    const joined = spec.series.filter(series => series.kind !== 'points');
    joined.forEach(series => series.x.forEach(x => xs.add(x)));
    const sorted = [...xs].sort((a, b) => a - b);
    return [sorted, ...spec.series.map(series => {
      const values = new Map(joined.includes(series) ? series.x.map((x, i) => [x, series.y[i]]) : []);
      return sorted.map(x => values.get(x) ?? null);
    })];
  }

  function scale(axis, orientation) {
    return {
      time: false,
      ori: orientation,
      dir: axis.categories && orientation === 1 ? -1 : 1,
      distr: axis.logarithmic ? 3 : 1,
      range: (u, min, max, key) => key === 'x' ? [min, max] : [axis.min, axis.max],
    };
  }

  // uPlot lays out in cycles, and later ones may have longer labels.
  function labelWidth(u, values, index, cycle) {
    const axis = u.axes[index];
    u.ctx.font = axis.font[0];
    const widths = (values ?? []).map(value => u.ctx.measureText(value).width / uPlot.pxRatio);
    const needed = Math.ceil(axis.ticks.size + axis.gap + Math.max(8, ...widths));
    return cycle > 1 ? Math.max(axis._size, needed) : needed;
  }

  function shorten(label, width) {
    const characters = Math.max(8, Math.floor(width * 0.45 / 7));
    return label.length > characters ? label.slice(0, characters - 1) + '…' : label;
  }

  function uplotAxis(axis, key, side) {
    const line = {stroke: color('line'), width: 1};
    const result = {
      scale: key,
      side,
      font: font(),
      stroke: color('soft'),
      grid: {...line, show: key !== 'right' && !axis.categories},
      ticks: {...line, size: 5},
      values: (u, splits) => splits.map(split => split == null ? '' : shorten(format(axis, split), u.width)),
    };
    if (side % 2 === 1) result.size = labelWidth;
    if (axis.clock) result.incrs = CLOCK_STEPS;
    if (axis.categories) result.splits = () => axis.categories.map((name, i) => i);
    if (axis.ticks) result.splits = () => axis.ticks;
    if (axis.ticks) result.filter = (u, splits) => splits;
    return result;
  }

  // curves differ without colour too
  const DASHES = {baseline: [8, 4], green: [2, 4]};

  function uplotSeries(series, spec) {
    const axis = series.axis === 'right' ? spec.right : spec.y;
    const paths = {line: uPlot.paths.linear(), step: uPlot.paths.stepped({align: 1})}[series.kind];
    return {
      label: series.name,
      scale: series.axis ?? 'y',
      stroke: color(series.color),
      width: series.kind === 'step' ? 1 : 1.8,
      dash: DASHES[series.color],
      spanGaps: true,
      points: {show: false},
      paths: paths ?? (() => null),
      value: (u, value) => format(axis, value),
    };
  }

  function clipped(u, draw) {
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
    u.ctx.clip();
    draw(u.ctx);
    u.ctx.restore();
  }

  // Bars, whiskers and points. Series that share categories lie next to each other.
  function drawValues(u, index, spec) {
    const series = spec.series[index - 1];
    const group = spec.series.filter(other => other.kind === series.kind);
    const slot = spec.grouped ? GROUP_WIDTH / group.length : 0;
    const shift = (group.indexOf(series) - (group.length - 1) / 2) * slot;
    const place = (x, y) => {
      const along = u.valToPos(x + shift, 'x', true);
      const across = u.valToPos(y, series.axis ?? 'y', true);
      return spec.horizontal ? [across, along] : [along, across];
    };
    const radius = (series.size ?? 3) * uPlot.pxRatio;
    const hasPoints = series.kind === 'points' || (series.kind === 'line' && series.x.length <= MAX_POINTS_ON_LINE);
    clipped(u, ctx => {
      ctx.strokeStyle = ctx.fillStyle = color(series.color);
      ctx.lineWidth = 1.2 * uPlot.pxRatio;
      ctx.globalAlpha = series.faint ? 0.45 : 1;
      series.x.forEach((x, i) => {
        const y = series.y[i];
        if (y == null) return;
        if (series.kind === 'bars') {
          const half = (series.width ?? slot) / 2;
          const [left, top] = place(x - half, y);
          const [right, bottom] = place(x + half, Math.max(0, spec.y.min));
          const gap = (spec.horizontal ? 0 : 0.5) * uPlot.pxRatio;
          ctx.fillRect(left + gap, top, right - left - 2 * gap, bottom - top);
        }
        if (series.low && series.low[i] != null) {
          ctx.beginPath();
          ctx.moveTo(...place(x, series.low[i]));
          ctx.lineTo(...place(x, series.high[i]));
          ctx.stroke();
        }
        if (hasPoints) {
          ctx.beginPath();
          ctx.arc(...place(x, y), radius, 0, 2 * Math.PI);
          if (series.hollow && series.hollow[i]) {
            ctx.save();
            ctx.fillStyle = color('paper');
            ctx.fill();
            ctx.restore();
            ctx.stroke();
          } else {
            ctx.fill();
          }
        }
      });
    });
  }

  function drawSpans(u, spec) {
    clipped(u, ctx => spec.spans.forEach(span => {
      const from = u.valToPos(span.from, 'x', true);
      ctx.fillStyle = color(span.color);
      ctx.globalAlpha = 0.15;
      ctx.fillRect(from, u.bbox.top, u.valToPos(span.to, 'x', true) - from, u.bbox.height);
    }));
  }

  function drawMarks(u, spec) {
    clipped(u, ctx => spec.marks.forEach(mark => {
      const position = u.valToPos(mark.at, mark.axis, true);
      const vertical = (mark.axis === 'x') !== spec.horizontal;
      const {left, top, width, height} = u.bbox;
      ctx.strokeStyle = ctx.fillStyle = color(mark.color);
      ctx.lineWidth = 1.2 * uPlot.pxRatio;
      ctx.setLineDash(mark.dashed ? [4 * uPlot.pxRatio, 3 * uPlot.pxRatio] : []);
      ctx.beginPath();
      ctx.moveTo(vertical ? position : left, vertical ? top : position);
      ctx.lineTo(vertical ? position : left + width, vertical ? top + height : position);
      ctx.stroke();
      if (mark.label) {
        ctx.font = 'bold ' + 11 * uPlot.pxRatio + 'px sans-serif';
        ctx.fillText(mark.label, position + 3 * uPlot.pxRatio, top + 11 * uPlot.pxRatio);
      }
    }));
  }

  function height(spec, width) {
    return spec.horizontal ? spec.height : Math.min(spec.height, Math.max(220, Math.round(width * 0.75)));
  }

  function draw(figure, spec, width) {
    const axes = [uplotAxis(spec.x, 'x', spec.horizontal ? 3 : 2), uplotAxis(spec.y, 'y', spec.horizontal ? 2 : 3)];
    const scales = {x: scale(spec.x, spec.horizontal ? 1 : 0), y: scale(spec.y, spec.horizontal ? 0 : 1)};
    if (spec.right) {
      axes.push(uplotAxis(spec.right, 'right', 1));
      scales.right = scale(spec.right, 1);
    }
    const legend = figure.querySelector('.legend');
    legend.replaceChildren();
    return new uPlot({
      width,
      height: height(spec, width),
      scales,
      axes,
      series: [{label: spec.x.label, value: (u, value) => format(spec.x, value)},
        ...spec.series.map(series => uplotSeries(series, spec))],
      cursor: {drag: {x: !spec.horizontal && !spec.x.categories, y: false}},
      legend: {
        mount: (u, element) => legend.appendChild(element),
        markers: {width: 0, fill: (u, i) => color(spec.series[i - 1].color)},
      },
      hooks: {
        drawAxes: [u => drawSpans(u, spec)],
        drawSeries: [(u, i) => drawValues(u, i, spec)],
        draw: [u => drawMarks(u, spec)],
      },
    }, table(spec), figure.querySelector('.plot'));
  }

  const charts = [...document.querySelectorAll('figure.chart')].map(figure => {
    const spec = JSON.parse(figure.querySelector('script').textContent);
    const plot = figure.querySelector('.plot');
    const chart = {
      drawing: null,
      draw(width) {
        chart.drawing?.destroy();
        chart.drawing = draw(figure, spec, width ?? plot.clientWidth);
      },
      resize() {
        const width = plot.clientWidth;
        if (width > 0 && width !== chart.drawing.width) chart.drawing.setSize({width, height: height(spec, width)});
      },
    };
    chart.draw();
    new ResizeObserver(() => { if (!root.classList.contains('print')) chart.resize(); }).observe(plot);
    return chart;
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts.forEach(chart => chart.draw()));
  window.addEventListener('beforeprint', () => {
    root.classList.add('print');
    charts.forEach(chart => chart.draw(PRINT_WIDTH));
  });
  window.addEventListener('afterprint', () => {
    root.classList.remove('print');
    charts.forEach(chart => chart.draw());
  });
})();
