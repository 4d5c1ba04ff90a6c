// Dice that are heard and felt, where their player wants that: two switches, kept on this device, off until pressed.
(() => {
  "use strict";
  const MOST_HEARD = 8;
  const kept = (what) => { try { return localStorage.getItem(`dice-${what}`) === "on"; } catch { return false; } };
  function keep(what, on) { try { localStorage.setItem(`dice-${what}`, on ? "on" : "off"); } catch { /* as long as the page is open */ } }
  const switches = document.querySelectorAll("[data-dice]");
  const isOn = (what) => [...switches].some((one) => one.dataset.dice === what && one.ariaPressed === "true");
  for (const one of switches) {
    const what = one.dataset.dice;
    one.hidden = what === "vibration" ? !navigator.vibrate : !window.AudioContext;
    one.ariaPressed = String(kept(what));
    one.addEventListener("click", () => {
      one.ariaPressed = String(one.ariaPressed !== "true");
      keep(what, one.ariaPressed === "true");
      fall(what, { count: 3 });
    });
  }

  let audio, noise;
  // A die that hits the table: a short burst of noise, duller and softer with each bounce.
  function knock(at, loud) {
    const source = audio.createBufferSource(), band = audio.createBiquadFilter(), volume = audio.createGain();
    source.buffer = noise;
    band.type = "bandpass";
    band.frequency.value = 1500 + 1800 * Math.random();
    volume.gain.setValueAtTime(loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.05);
    source.connect(band).connect(volume).connect(audio.destination);
    source.start(at);
  }
  function tone(at, from, to, seconds) {
    const source = audio.createOscillator(), volume = audio.createGain();
    source.type = "triangle";
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + seconds);
    volume.gain.setValueAtTime(0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    source.connect(volume).connect(audio.destination);
    source.start(at);
    source.stop(at + seconds);
  }
  function sound({ count, best, worst }) {
    audio ??= new AudioContext();
    if (!noise) {
      noise = audio.createBuffer(1, audio.sampleRate / 20, audio.sampleRate);
      const wave = noise.getChannelData(0);
      for (let place = 0; place < wave.length; place += 1) wave[place] = 2 * Math.random() - 1;
    }
    audio.resume();
    const now = audio.currentTime;
    for (let die = 0; die < Math.min(count, MOST_HEARD); die += 1) {
      const late = 0.1 * Math.random();
      knock(now + 0.2 + late, 0.5);
      knock(now + 0.33 + late, 0.2);
    }
    if (best) { tone(now + 0.44, 880, 880, 0.14); tone(now + 0.54, 1320, 1320, 0.3); }
    if (worst) tone(now + 0.44, 150, 60, 0.35);
  }
  const buzz = ({ best, worst }) => navigator.vibrate(worst ? [15, 50, 15, 50, 180] : best ? [15, 50, 15, 50, 40, 40, 60] : [15, 50, 25]);
  function fall(what, dice) {
    if (!isOn(what)) return;
    if (what === "sound") sound(dice);
    else if (navigator.vibrate) buzz(dice);
  }
  addEventListener("htmx:afterSwap", ({ detail }) => {
    const line = detail.target?.id === "panel-place" && detail.requestConfig?.verb === "post" && detail.target.querySelector(".came .line-dice");
    if (!line || line.dataset.fell) return;
    line.dataset.fell = "yes";
    const dice = {
      count: line.querySelectorAll(".die").length,
      best: line.querySelector(".die.best") !== null,
      worst: line.querySelector(".die.worst, .botch") !== null,
    };
    fall("sound", dice);
    fall("vibration", dice);
  });
})();
