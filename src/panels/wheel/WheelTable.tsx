import type { WheelDetail } from '../../protocol/wheel.ts';
import { formatCount } from '../../explain/format.ts';
import { ScrollBox } from '../kit/ScrollBox.tsx';
import { bare, bucketName, type Scale } from './words.ts';
import './wheel.css';

interface WheelTableProps {
  detail: WheelDetail;
  scale: Scale;
  follow: number;
  onFollow: (timer: number) => void;
  onOpen: (level: number, bucket: number) => void;
}

/** The same wheel as a table: buckets in the order in which they open, their timers in list order. */
export function WheelTable({ detail, scale, follow, onFollow, onOpen }: WheelTableProps) {
  return (
    <ScrollBox label="The wheel as a table" className="wheel-table">
      <table>
        <thead>
          <tr>
            <th scope="col">bucket</th>
            <th scope="col">opens, {scale.unit}</th>
            <th scope="col">timers</th>
            <th scope="col">in list order</th>
          </tr>
        </thead>
        <tbody>
          {detail.queue.slice(0, 400).map(({ level, bucket, due, count }) => (
            <tr key={`${level} ${bucket}`}>
              <th scope="row">
                <button type="button" onClick={() => onOpen(level, bucket)}>
                  {bucketName(level, bucket)}
                </button>
              </th>
              <td>{bare(due, scale)}</td>
              <td>{count === 0 ? 'empty' : formatCount(count)}</td>
              <td className="names">
                {detail.timers
                  .filter((timer) => timer.level === level && timer.bucket === bucket)
                  .map((timer) => (
                    <button
                      key={timer.id}
                      type="button"
                      aria-pressed={timer.id === follow}
                      onClick={() => onFollow(timer.id)}
                    >
                      {timer.label}
                    </button>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
