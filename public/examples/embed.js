const view = document.getElementById('view');
document.getElementById('next').addEventListener('click', () => view.step('preemption'));
view.addEventListener('qmgr-state', ({ detail }) => {
  document.getElementById('said').value = detail.state.sentence;
});
