import { Home, type HomeProps } from './home.tsx';

const id = 'home';

/** The part of the page that `entry.home.tsx` hydrates by itself, with its props. */
export function HomeIsland(props: HomeProps) {
  return (
    <div id={id} className="contents" data-props={JSON.stringify(props)}>
      <Home {...props} />
    </div>
  );
}

export function findHomeIsland(): { container: HTMLElement; props: HomeProps } {
  const container = document.getElementById(id);
  if (!container?.dataset.props) throw new Error('the page has no island');
  return { container, props: JSON.parse(container.dataset.props) };
}
