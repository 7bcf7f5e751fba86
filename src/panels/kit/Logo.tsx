/** Three dots that form a preemption forest. */
export function Logo() {
  return (
    <svg className="icon logo" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2.5 5h15M15 5v3.5q0 2-2 2h-2M9 10.5V13q0 2-2 2H5" />
      <circle className="solid" cx="15" cy="5" r="1.9" />
      <circle className="solid" cx="9" cy="10.5" r="1.9" />
      <circle className="solid" cx="4" cy="15" r="1.9" />
    </svg>
  );
}
