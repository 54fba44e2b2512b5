// A table at which two players sit: reads actions line by line, does them in the running engine, and answers each line.
// It stands on the probe (`VassalProbe`, `Harness`), whose actions it knows all, and adds those for several pieces.
import VASSAL.build.GameModule;
import VASSAL.build.module.Map;
import VASSAL.build.module.PieceWindow;
import VASSAL.build.module.properties.MutableProperty;
import VASSAL.build.widget.PieceSlot;
import VASSAL.counters.GamePiece;
import VASSAL.counters.KeyBuffer;
import VASSAL.counters.PieceCloner;

import java.awt.AWTEvent;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dimension;
import java.awt.Point;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.event.WindowEvent;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import javax.swing.JComboBox;
import javax.swing.JDialog;
import javax.swing.JList;
import javax.swing.JTabbedPane;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;

public class Table {
  static List<GamePiece> many(String names) {
    final List<GamePiece> found = new ArrayList<>();
    for (final String name : names.split(";")) found.add(VassalProbe.find(name));
    return found;
  }

  static String laid = "";
  static final Deque<String> answers = new ArrayDeque<>();

  static <T extends Component> void within(Container c, Class<T> kind, List<T> found) {
    for (final Component x : c.getComponents()) {
      if (kind.isInstance(x)) found.add(kind.cast(x));
      if (x instanceof Container) within((Container) x, kind, found);
    }
  }

  static void typeIntoBoxes() {
    Toolkit.getDefaultToolkit().addAWTEventListener(event -> {
      if (event.getID() != WindowEvent.WINDOW_OPENED || !(event.getSource() instanceof JDialog) || answers.isEmpty()) return;
      final List<JTextField> fields = new ArrayList<>();
      within(((JDialog) event.getSource()).getContentPane(), JTextField.class, fields);
      final List<JList> lists = new ArrayList<>();
      within(((JDialog) event.getSource()).getContentPane(), JList.class, lists);
      final List<JComboBox> choices = new ArrayList<>();
      within(((JDialog) event.getSource()).getContentPane(), JComboBox.class, choices);
      if (!lists.isEmpty()) lists.get(0).setSelectedValue(answers.poll(), true);
      else if (!choices.isEmpty()) choices.get(0).setSelectedItem(answers.poll());
      else if (!fields.isEmpty()) fields.get(0).setText(answers.poll());
    }, AWTEvent.WINDOW_EVENT_MASK);
  }

  /** shows every piece of the palette in turn, and collects those for which there is no room */
  static void browse(Container in, Window window, List<String> tight) {
    final List<JTabbedPane> tabs = new ArrayList<>();
    within(in, JTabbedPane.class, tabs);
    if (!tabs.isEmpty()) {
      for (int tab = 0; tab < tabs.get(0).getTabCount(); tab++) {
        tabs.get(0).setSelectedIndex(tab);
        browse((Container) tabs.get(0).getSelectedComponent(), window, tight);
      }
      return;
    }
    final List<JComboBox> groups = new ArrayList<>();
    within(in, JComboBox.class, groups);
    for (int group = 0; group < (groups.isEmpty() ? 1 : groups.get(0).getItemCount()); group++) {
      if (!groups.isEmpty()) groups.get(0).setSelectedIndex(group);
      window.validate();
      final List<JList> names = new ArrayList<>();
      within(in, JList.class, names);
      names.removeIf(list -> !list.isShowing());
      for (int name = 0; name < (names.isEmpty() ? 1 : names.get(0).getModel().getSize()); name++) {
        if (!names.isEmpty()) names.get(0).setSelectedIndex(name);
        window.validate();
        seen += measure(tight);
      }
    }
  }

  static int seen = 0;

  static int measure(List<String> tight) {
    int found = 0;
    for (final PieceSlot slot : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
      final Component shown = slot.getComponent();
      if (!shown.isShowing()) continue;
      found++;
      final Dimension needed = slot.getPiece().boundingBox().getSize();
      final double scale = slot.getScale();
      if (shown.getWidth() < needed.width * scale || shown.getHeight() < needed.height * scale) {
        tight.add(slot.getConfigureName() + " " + needed.width * scale + "x" + needed.height * scale + " in "
          + shown.getWidth() + "x" + shown.getHeight());
      }
    }
    return found;
  }

  static void act(String line) throws Exception {
    final String[] a = line.split("\\|", -1);
    switch (a[0]) {
    case "palette": { // palette|N : opens the palette, in which N pieces must have room
      final PieceWindow palette = GameModule.getGameModule().getComponentsOf(PieceWindow.class).get(0);
      palette.launchButtonPressed();
      final Window window = SwingUtilities.getWindowAncestor(palette.getComponent());
      final List<String> tight = new ArrayList<>();
      seen = 0;
      window.validate();
      browse((Container) palette.getComponent(), window, tight);
      palette.launchButtonPressed();
      if (!tight.isEmpty()) throw new IllegalStateException("no room for " + tight);
      if (seen != Integer.parseInt(a[1])) throw new IllegalStateException("pieces shown: " + seen);
      break;
    }
    case "keys": { // keys|A;B|KEY : a key to several selected pieces
      KeyBuffer.getBuffer().clear();
      for (final GamePiece p : many(a[1])) KeyBuffer.getBuffer().add(p);
      GameModule.getGameModule().sendAndLog(KeyBuffer.getBuffer().keyCommand(VassalProbe.key(a[2])));
      KeyBuffer.getBuffer().clear();
      break;
    }
    case "drag": { // drag|A;B|x|y : several selected pieces dragged together
      final List<GamePiece> l = many(a[1]);
      final Map m = l.get(0).getMap();
      VassalProbe.move(l, m, new Point(Integer.parseInt(a[2]), Integer.parseInt(a[3])));
      break;
    }
    case "lay": { // lay|GPID|MAP|x|y : drag a new piece from the palette
      for (final PieceSlot s : GameModule.getGameModule().getAllDescendantComponentsOf(PieceSlot.class)) {
        if (s.getGpId().equals(a[1])) {
          final GamePiece p = PieceCloner.getInstance().clonePiece(s.getPiece());
          p.setPosition(new Point(0, 0));
          VassalProbe.move(List.of(p), VassalProbe.mapNamed(a[2]), new Point(Integer.parseInt(a[3]), Integer.parseInt(a[4])));
          laid = p.getId();
          return;
        }
      }
      throw new IllegalArgumentException("no slot " + a[1]);
    }
    case "take": { // take|NAME|WORD : another player takes the mouse
      final GameModule g = GameModule.getGameModule();
      GameModule.setUserId(a[2]);
      GameModule.setTempUserId(a[2]);
      g.getPrefs().setValue(GameModule.SECRET_NAME, a[2]);
      g.getPrefs().setValue(GameModule.REAL_NAME, a[1]);
      break;
    }
    case "answer": { // answer|TEXT : what is typed into the next box
      answers.add(line.substring(7));
      break;
    }
    case "fresh": { // fresh : the program forgets what only it knows
      System.getProperties().keySet().removeIf(name -> name.toString().startsWith("hx."));
      break;
    }
    case "mouse": { // mouse|MAP|x|y : the mouse is moved over a point of a map
      final Map m = VassalProbe.mapNamed(a[1]);
      final Point at = new Point(Integer.parseInt(a[2]), Integer.parseInt(a[3]));
      m.centerAt(at);
      final Point in = m.mapToComponent(at);
      final Point on = m.getView().getLocationOnScreen();
      new Robot().mouseMove(on.x + in.x, on.y + in.y);
      break;
    }
    case "aside": { // aside : the mouse is moved off every map
      new Robot().mouseMove(0, 0);
      break;
    }
    default: VassalProbe.act(line);
    }
  }

  static Object property(String name) {
    final MutableProperty p = MutableProperty.Util.findMutableProperty(name, List.of(GameModule.getGameModule()));
    return p == null ? null : p.getPropertyValue();
  }

  public static void main(String[] argv) throws Exception {
    VassalProbe.out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    Harness.boot(Files.createTempDirectory("probe").toString());
    typeIntoBoxes();
    VassalProbe.g = Harness.open(argv[0], "Anna", "first");
    final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    int seen = Harness.reports.size();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      final String said = line;
      String error = null;
      try {
        if (said.startsWith("load|")) VassalProbe.load(said.substring(5));
        else Harness.edt(() -> act(said));
      }
      catch (Exception e) {
        final StringWriter w = new StringWriter();
        e.printStackTrace(new PrintWriter(w));
        error = w.toString();
      }
      final List<Object> reports = new ArrayList<>(Harness.reports.subList(seen, Harness.reports.size()));
      seen = Harness.reports.size();
      VassalProbe.print(VassalProbe.map("action", said, "error", error, "chat", VassalProbe.newChat(), "reports", reports,
        "drawn", property("HX_Drawn"), "laid", laid, "dice", property("HX_Dice"), "accuracy", property("HX_Acc"),
        "steps", ((List<?>) Harness.get(GameModule.getGameModule().getBasicLogger(), "logOutput")).size()));
    }
    System.exit(0);
  }
}
