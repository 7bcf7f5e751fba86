import { shapePicture, type StoredShape } from './shape.ts';
import './gallery.css';

/** The tiny picture of a scene that is not a strip of delivery slots. */
export function ShapeView({ shape }: { shape: StoredShape }) {
  const { lines, crosses } = shapePicture(shape);
  return (
    <svg className="shape" viewBox="-2 -4 104 60" preserveAspectRatio="none">
      {lines.map(({ d, look }, i) => (
        // Lines of a picture never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <path key={i} d={d} className={`shape-${look}`} vectorEffect="non-scaling-stroke" />
      ))}
      {crosses.map(([x, y]) => (
        <path
          key={x}
          d={`M${x - 1.2} ${y - 2.2}l2.4 4.4m0 -4.4l-2.4 4.4`}
          className="shape-cross"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  );
}
